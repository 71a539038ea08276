package dev.roastery.simulation.wiring;

import dev.roastery.common.partition.Partition;
import dev.roastery.common.partition.PartitionLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * A place where a partition stands still for as long as a file is there, which contains the
 * partition's name. It creates a second file when it is reached. Called by rewritten classes only.
 */
public final class StandStill {

  /** The system property with the folder of these files. */
  static final String FOLDER = "roastery.test.still";

  static final String AT_MESSAGE = "message";
  static final String AT_END = "end";

  private static final long PAUSE_NANOS = 1_000_000;

  private StandStill() {}

  /** In the code of a stage, as far as the host of partitions knows. */
  public static void atMessage(Partition partition) {
    at(AT_MESSAGE, partition);
  }

  /** Before the last snapshot of a graceful stop. */
  public static void atEnd(PartitionLoop loop) {
    at(AT_END, loop);
  }

  private static void at(String place, Object partition) {
    Path order = order(Path.of(System.getProperty(FOLDER)), place);
    try {
      while (Files.exists(order) && Files.readString(order).equals(name(partition))) {
        if (!Files.exists(reached(order))) {
          Files.createFile(reached(order));
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path order(Path folder, String place) {
    return folder.resolve(place);
  }

  static Path reached(Path order) {
    return order.resolveSibling(order.getFileName() + "-reached");
  }

  private static String name(Object partition) {
    try {
      Field name = partition.getClass().getDeclaredField("name");
      name.setAccessible(true);
      return name.get(partition).toString();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
