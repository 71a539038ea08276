package dev.roastery.common.journal;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.journal.format.Origin;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.FailStop;

/** What is needed to write to the epoch that this owner has claimed. */
record EpochWriter(Disk disk, FailStop guard, CrashPoints crash, String directory, Origin origin) {

  String path(String file) {
    return directory + "/" + file;
  }

  void delete(String file) {
    guard.writing(path(file), () -> disk.delete(path(file)));
  }

  /** Deletes the segments that were taken over: what they had is in this epoch's first snapshot. */
  void deleteTaken() {
    for (String name : guard.reading(directory, () -> disk.list(directory))) {
      if (name.contains(FileKind.TAKEN)) {
        delete(name);
      }
    }
  }

  /** Makes the names in the epoch's directory survive a power loss. */
  void sync() {
    guard.forcing(directory, () -> disk.syncDirectory(directory));
  }
}
