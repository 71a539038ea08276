package dev.roastery.common.journal.succession;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.journal.format.Origin;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.FailStop;

/** What is needed to write to the epoch that this owner has claimed. */
public record EpochWriter(
    Disk disk, FailStop guard, CrashPoints crash, String directory, Origin origin) {

  public String path(String file) {
    return directory + "/" + file;
  }

  public void delete(String file) {
    guard.writing(path(file), () -> disk.delete(path(file)));
  }

  /** Deletes the segments that were taken over: what they had is in this epoch's first snapshot. */
  public void deleteTaken() {
    for (String name : guard.reading(directory, () -> disk.list(directory))) {
      if (name.contains(FileKind.TAKEN)) {
        delete(name);
      }
    }
  }

  /** Makes the names in the epoch's directory survive a power loss. */
  public void sync() {
    guard.forcing(directory, () -> disk.syncDirectory(directory));
  }
}
