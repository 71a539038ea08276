package dev.roastery.common.journal.format;

import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.storage.Disk;
import java.io.IOException;
import java.util.List;

/** The files of an older epoch, as its directory listed them. */
public record EpochFiles(Disk disk, String directory, long epoch, List<String> names) {

  public List<Long> segments() {
    return FileKind.SEGMENT.positions(names);
  }

  /** Oldest first. */
  public List<Long> snapshots() {
    return FileKind.SNAPSHOT.positions(names);
  }

  public String path(FileKind kind, long position) {
    return directory + "/" + kind.fileName(position);
  }

  public byte[] read(String path) throws DamagedException {
    try {
      return disk.read(path);
    } catch (IOException e) {
      throw new DamagedException(
          FatalReason.DISK_UNREADABLE,
          "cannot read " + path + " (" + e + "): check the disk and the permissions of its files",
          e);
    }
  }
}
