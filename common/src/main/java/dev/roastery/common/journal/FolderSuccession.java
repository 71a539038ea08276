package dev.roastery.common.journal;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.EpochFiles;
import dev.roastery.common.journal.format.Epochs;
import dev.roastery.common.journal.format.Origin;
import dev.roastery.common.journal.recovery.EpochReader;
import dev.roastery.common.journal.recovery.Recovered;
import dev.roastery.common.journal.recovery.Recovery;
import dev.roastery.common.journal.succession.EpochWriter;
import dev.roastery.common.journal.succession.LastDeed;
import dev.roastery.common.journal.succession.Succession;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.FailStop;
import java.io.IOException;
import java.util.SortedMap;
import java.util.UUID;

/** One owner after the other in the folders of a volume that they share (docs/adr/0004). */
record FolderSuccession(Epochs epochs) implements Succession {

  private static final String MARK = "deeded";

  @Override
  public Takeover take(String partition, UUID fresh, LastDeed deed, CrashPoints crash) {
    FailStop before = new FailStop(() -> false);
    epochs.prepare(before);
    long number = epochs.claim(before, after(deed));
    crash.reached(CrashPoint.RECOVERY_EPOCH_CLAIMED);
    FailStop guard = new FailStop(() -> epochs.newest() > number);
    try {
      Recovery recovery = new Recovery(epochs, guard, partition, number);
      Recovered found = recovery.takeOver(fresh);
      crash.reached(CrashPoint.RECOVERY_SNAPSHOT_LOADED);
      Origin origin = new Origin(found.volume(), partition, number);
      EpochWriter epoch = new EpochWriter(disk(), guard, crash, epochs.path(number), origin);
      return new Takeover(new TakenFolder(epochs, epoch, recovery.hasTaken()), found);
    } catch (Fatal e) {
      giveBack(number, e);
      throw e;
    }
  }

  /** Above the epochs of a volume that is lost; those of one that is there are seen. */
  private static long after(LastDeed deed) {
    return deed instanceof LastDeed.Lost(long epoch) ? epoch : 0;
  }

  /** A process that only looks, or that retries repeatedly, must leave no trace (D18). */
  private void giveBack(long number, Fatal because) {
    try {
      for (String taken : disk().list(epochs.path(number))) {
        disk().delete(epochs.path(number) + "/" + taken);
      }
      disk().delete(epochs.path(number));
    } catch (IOException e) {
      because.addSuppressed(e);
    }
  }

  private record TakenFolder(Epochs epochs, EpochWriter epoch, boolean hasTaken) implements Taken {

    @Override
    public long segmentBytes(long asked) {
      return asked;
    }

    @Override
    public long newest() throws IOException {
      return epochs.newest();
    }

    @Override
    public void settle() {
      epochs.retireOlderThan(epoch.origin().epoch(), epoch.guard());
      epoch.guard().writing(epochs.directory(), epochs::deleteRetired);
    }
  }

  @Override
  public VolumeState inspect(String partition, LastDeed deed) {
    FailStop guard = new FailStop(() -> false);
    SortedMap<Long, EpochFiles> files = guard.reading(epochs.directory(), epochs::files);
    for (EpochFiles epoch : files.values()) {
      if (!epoch.snapshots().isEmpty()) {
        try {
          UUID volume = new EpochReader(epoch, partition).volume();
          return new VolumeState(volume, files.lastKey());
        } catch (DamagedException e) {
          throw new Fatal(e.reason(), String.valueOf(e.getMessage()), e);
        }
      }
    }
    return new VolumeState(null, 0);
  }

  @Override
  public boolean isDeeded() throws IOException {
    return disk().list(epochs.directory()).contains(MARK);
  }

  @Override
  public void deeded() throws IOException {
    // A directory, because any number of owners may make it at once.
    disk().createDirectory(epochs.directory() + "/" + MARK);
    disk().syncDirectory(epochs.directory());
  }

  @Override
  public void forgetDeed() throws IOException {
    disk().delete(epochs.directory() + "/" + MARK);
  }

  private Disk disk() {
    return epochs.disk();
  }
}
