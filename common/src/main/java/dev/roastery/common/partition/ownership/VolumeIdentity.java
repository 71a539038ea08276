package dev.roastery.common.partition.ownership;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.Successions;
import dev.roastery.common.journal.succession.LastDeed;
import dev.roastery.common.journal.succession.Succession;
import dev.roastery.common.journal.succession.Succession.VolumeState;
import dev.roastery.common.partition.ownership.OwnerCard.Deed;
import dev.roastery.common.storage.Disk;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Tells an empty new directory from a lost one, and an empty new broker from a lost one, by two
 * witnesses: the deed in the owner queue, and the entry {@code deeded} in the partition's
 * directory, which exists since a deed was first confirmed, before any data was consumed.
 */
public final class VolumeIdentity {

  private final Succession succession;
  private final String directory;

  public VolumeIdentity(Disk disk, String directory) {
    this.succession = Successions.of(disk, directory);
    this.directory = directory;
  }

  /**
   * Whether this is a new directory in place of a lost one: empty, or created by a claimant that
   * never got its deed. Only an operator can know that the lost directory will not return.
   */
  public boolean replacesLost(String partition, @Nullable Deed deed) {
    if (deed == null || marked()) {
      return false;
    }
    VolumeState volume = succession.inspect(partition, last(deed));
    return volume.id() == null || !volume.id().equals(deed.volume());
  }

  /** Whether the broker has lost the deed of this directory, and with it the messages. */
  public boolean lacksDeed(@Nullable Deed deed) {
    return deed == null && marked();
  }

  /** Refuses a volume that cannot be the one that the latest deed speaks of. */
  public void check(String partition, @Nullable Deed deed) {
    VolumeState volume = succession.inspect(partition, last(deed));
    if (deed == null) {
      if (marked()) {
        throw refused(
            FatalReason.BROKER_LOST,
            "the broker has no deed of partition " + partition + ", but " + directory + " had one",
            "point the node to the right broker, or accept the loss (docs/operations.md)");
      }
      return;
    }
    if (volume.id() == null) {
      throw refused(
          FatalReason.VOLUME_LOST,
          directory + " holds no epoch, but the broker knows '" + deed.text() + "'",
          "mount the right volume, or accept the loss of its jobs (docs/operations.md)");
    }
    if (!volume.id().equals(deed.volume())) {
      throw refused(
          FatalReason.VOLUME_FOREIGN,
          directory + " is of volume " + volume.id() + ", the broker knows '" + deed.text() + "'",
          "mount the right volume");
    }
    if (volume.newestEpoch() < deed.epoch()) {
      throw refused(
          FatalReason.VOLUME_STALE,
          directory + " ends at epoch " + volume.newestEpoch() + ", but '" + deed.text() + "'",
          "it is an old copy: mount the right volume");
    }
  }

  private static LastDeed last(@Nullable Deed deed) {
    return deed == null ? new LastDeed.None() : new LastDeed.Of(deed.epoch());
  }

  private static Fatal refused(FatalReason reason, String found, String advice) {
    return new Fatal(reason, found + "; " + advice);
  }

  private boolean marked() {
    try {
      return succession.isDeeded();
    } catch (IOException e) {
      throw new Fatal(FatalReason.DISK_UNREADABLE, directory + ": " + e.getMessage(), e);
    }
  }

  /** Puts on record that a deed of this directory has been confirmed. */
  public void deeded() {
    try {
      succession.deeded();
    } catch (IOException e) {
      throw new Fatal(FatalReason.DISK_UNWRITABLE, directory + "/deeded: " + e, e);
    }
  }

  /** The broker is known to be new and empty: the broker of an embedded run ends with the run. */
  public void forgetDeed() {
    try {
      succession.forgetDeed();
    } catch (IOException e) {
      throw new Fatal(FatalReason.DISK_UNWRITABLE, directory + "/deeded: " + e, e);
    }
  }
}
