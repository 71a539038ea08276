package dev.roastery.common.journal.format;

import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.FailStop;
import dev.roastery.common.storage.IoReason;
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
    return reading(path, () -> disk.read(path));
  }

  /** At most so many bytes of a file, from there on; fewer where it ends. */
  public byte[] read(String path, long offset, int bytesMax) throws DamagedException {
    return reading(path + " at offset " + offset, () -> disk.read(path, offset, bytesMax));
  }

  public long size(String path) throws DamagedException {
    return reading(path, () -> disk.size(path));
  }

  /** Gives a file of this epoch another path too. */
  public void link(String name, String to) throws DamagedException {
    String from = directory + "/" + name;
    reading(
        from,
        () -> {
          disk.link(from, to);
          return name;
        });
  }

  private static <T> T reading(String what, FailStop.Call<T> call) throws DamagedException {
    try {
      return call.run();
    } catch (IOException e) {
      throw new DamagedException(
          FatalReason.DISK_UNREADABLE,
          "cannot read "
              + what
              + " ("
              + IoReason.of(e)
              + "): check the disk and the permissions of its files",
          e);
    }
  }
}
