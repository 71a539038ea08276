package dev.roastery.simulation.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.host.PartitionThread;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a test wants a worker to do, a line an order on its standard input: {@code crash
 * POINT[:nth]} as {@code ROASTERY_CRASH} in the environment does from the start; {@code stop POINT}
 * to stop itself there as SIGSTOP does; {@code slow MILLIS} to have a disk whose force takes so
 * long; {@code report N} to say what each partition's open jobs wait for. The marker of a crash is
 * {@code crashed-POINT} on the volume.
 */
final class Orders implements CrashPoints {

  private final String volume;
  private volatile CrashPoints armed = CrashPoints.none();
  private volatile long forceMillis;

  Orders(String volume) {
    this.volume = volume;
  }

  @Override
  public void reached(CrashPoint point) {
    armed.reached(point);
  }

  @Override
  public boolean isArmed(CrashPoint point) {
    return armed.isArmed(point);
  }

  /** Before each force. */
  void slowDown() {
    long millis = forceMillis;
    if (millis > 0) {
      Voice.say("forcing slowly");
      PartitionThread.pause(millis);
      Voice.say("forced slowly");
    }
  }

  void armFromEnvironment() {
    String asked = System.getenv("ROASTERY_CRASH");
    if (asked != null) {
      crash(asked);
    }
  }

  private void crash(String asked) {
    Path marker = Path.of(volume, "crashed-" + asked.replaceFirst(":.*", ""));
    armed = CrashPoints.fromEnvironment(asked, marker);
    Voice.say("armed " + asked);
  }

  /** Runs until the input ends; then this process continues without orders. */
  void follow(List<ToyWorker.Seat> seats) {
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] words = line.split(" ", 2);
        switch (words[0]) {
          case "crash" -> crash(words[1]);
          case "stop" -> {
            armed = new StopAt(CrashPoint.named(words[1]));
            Voice.say("armed " + words[1]);
          }
          case "slow" -> forceMillis = Long.parseLong(words[1]);
          case "report" -> seats.forEach(seat -> report(seat, words[1]));
          default -> throw new IllegalArgumentException("no order: " + line);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reports nothing about the jobs of a partition that another process owns. */
  private static void report(ToyWorker.Seat seat, String number) {
    seat.thread()
        .later(() -> {
          PartitionReport report = seat.owner().join().report();
          String open = report.epoch() == 0 ? "not mine" : report.waitsFor().toString();
          Voice.say("report " + number + " " + report.partition() + " " + open);
        });
  }

  /** Stops the whole process, once, until it is continued from outside. */
  private static final class StopAt implements CrashPoints {
    private final CrashPoint point;
    private boolean stopped;

    StopAt(CrashPoint point) {
      this.point = point;
    }

    @Override
    public boolean isArmed(CrashPoint asked) {
      return asked == point;
    }

    @Override
    public synchronized void reached(CrashPoint passed) {
      if (passed == point && !stopped) {
        stopped = true;
        Voice.say("stopping itself at " + point);
        String pid = Long.toString(ProcessHandle.current().pid());
        try {
          new ProcessBuilder("kill", "-STOP", pid).start().waitFor();
        } catch (IOException | InterruptedException e) {
          throw new IllegalStateException("cannot stop itself", e);
        }
        Voice.say("going on at " + point);
      }
    }
  }
}
