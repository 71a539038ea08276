package dev.roastery.common.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Halts the process once per marker file, when it passes a point for the nth time. */
final class OneShotCrash implements CrashPoints {

  private final CrashPoint point;
  private final Path marker;
  private final Runnable halt;
  private long left;

  private OneShotCrash(CrashPoint point, long nth, Path marker, Runnable halt) {
    this.point = point;
    this.left = nth;
    this.marker = marker.toAbsolutePath();
    this.halt = halt;
  }

  static CrashPoints parse(String asked, Path marker, Runnable halt) {
    int colon = asked.indexOf(':');
    String name = colon < 0 ? asked : asked.substring(0, colon);
    CrashPoint point = CrashPoint.named(name);
    long nth = colon < 0 ? point.timesMeantBy(name) : count(asked, asked.substring(colon + 1));
    OneShotCrash crash = new OneShotCrash(point, nth, marker, halt);
    return Files.exists(marker) ? CrashPoints.none() : crash;
  }

  private static long count(String asked, String digits) {
    if (!digits.matches("[1-9][0-9]{0,17}")) {
      throw new IllegalArgumentException(
          "crash point '" + asked + "': the number after the colon must be at least 1");
    }
    return Long.parseLong(digits);
  }

  @Override
  public boolean isArmed(CrashPoint asked) {
    return asked == point;
  }

  /** Several partitions of a process share it, each on its own thread. */
  @Override
  public synchronized void reached(CrashPoint passed) {
    if (passed == point && left > 0 && --left == 0 && leaveMarker()) {
      halt.run();
    }
  }

  private boolean leaveMarker() {
    try (FileChannel file =
            FileChannel.open(marker, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        FileChannel directory = FileChannel.open(marker.resolveSibling("."))) {
      file.force(true);
      directory.force(true);
      return true;
    } catch (FileAlreadyExistsException _) {
      return false; // another process had the same crash point and reached it first
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot leave the crash marker " + marker + ": its directory must exist and be writable",
          e);
    }
  }
}
