package dev.roastery.common.process.state;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A node's number among its peers for the lifetime of its process: the first number whose lock on
 * the common volume is free. It affects only the balance, so where locks do not work, or all are
 * taken, the node uses the last number.
 */
final class NodeNumber {

  /** Held until the process ends; the garbage collector would release an unreferenced lock. */
  private static final List<FileLock> HELD = new CopyOnWriteArrayList<>();

  private final int node;

  private NodeNumber(int node) {
    this.node = node;
  }

  int node() {
    return node;
  }

  /** {@code asked} is the number that an operator gave, or less than 0. */
  static NodeNumber take(Path volume, String stage, int asked, int nodes) {
    if (asked >= 0 || nodes == 1) {
      return new NodeNumber(Math.max(0, asked));
    }
    for (int node = 0; node < nodes; node++) {
      if (isFree(volume.resolve(stage + "-node-" + node + ".lock"))) {
        return new NodeNumber(node);
      }
    }
    return new NodeNumber(nodes - 1);
  }

  private static boolean isFree(Path file) {
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock == null) {
        channel.close();
        return false;
      }
      HELD.add(lock);
      return true;
    } catch (IOException e) {
      throw new Fatal(FatalReason.DISK_UNWRITABLE, file + " cannot be created: " + e, e);
    }
  }
}
