package dev.roastery.common.durable;

import dev.roastery.common.fault.FatalReason;
import java.io.IOException;
import java.util.List;

/** The files of an older epoch, as its directory listed them. */
record EpochFiles(Disk disk, String directory, long epoch, List<String> names) {

  List<Long> segments() {
    return FileKind.SEGMENT.positions(names);
  }

  /** Oldest first. */
  List<Long> snapshots() {
    return FileKind.SNAPSHOT.positions(names);
  }

  String path(FileKind kind, long position) {
    return directory + "/" + kind.fileName(position);
  }

  byte[] read(String path) throws Damaged {
    try {
      return disk.read(path);
    } catch (IOException e) {
      throw new Damaged(
          FatalReason.DISK_UNREADABLE,
          "cannot read " + path + " (" + e + "): check the disk and the permissions of its files",
          e);
    }
  }
}
