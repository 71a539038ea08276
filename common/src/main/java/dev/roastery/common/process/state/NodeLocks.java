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

/** A lock on a common volume for each number of a node. */
final class NodeLocks {

  /** Held until the process ends; the garbage collector would release an unreferenced lock. */
  private static final List<FileLock> HELD = new CopyOnWriteArrayList<>();

  private NodeLocks() {}

  static boolean take(Path volume, String process, int node) {
    Path file = volume.resolve(process + "-node-" + node + ".lock");
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
