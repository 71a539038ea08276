package dev.roastery.common.journal;

import dev.roastery.common.journal.format.Epochs;
import dev.roastery.common.journal.objects.ObjectSuccession;
import dev.roastery.common.journal.succession.Succession;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.object.ObjectDisk;

/** The two ways in which one owner can follow another. */
public final class Successions {

  private Successions() {}

  /** The one of a partition's directory, by what that is on. */
  public static Succession of(Disk disk, String directory) {
    return disk instanceof ObjectDisk objects
        ? new ObjectSuccession(objects.store(), directory)
        : new FolderSuccession(new Epochs(disk, directory));
  }
}
