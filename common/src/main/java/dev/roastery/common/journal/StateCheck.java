package dev.roastery.common.journal;

import dev.roastery.common.journal.objects.ObjectCheck;
import dev.roastery.common.journal.recovery.VolumeCheck;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.object.ObjectDisk;
import java.io.IOException;

/** Reads all that a partition keeps, and changes nothing, in both of the places where it may be. */
public final class StateCheck {

  private StateCheck() {}

  /** Of a partition's directory, by what that is on. */
  public static VolumeCheck.Result of(Disk disk, String directory, String partition)
      throws IOException {
    return disk instanceof ObjectDisk objects
        ? ObjectCheck.of(objects.store(), directory, partition)
        : VolumeCheck.of(disk, directory, partition);
  }
}
