package dev.roastery.common.journal.recovery;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.EpochFiles;
import dev.roastery.common.journal.format.Epochs;
import dev.roastery.common.journal.format.FileHead;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.journal.format.Origin;
import dev.roastery.common.storage.FailStop;
import java.util.SortedMap;
import java.util.UUID;

/**
 * Finds out what the epochs before a new one hold: the oldest with a snapshot counts, for an owner
 * retires the older ones before it acknowledges anything, and a claimant never becomes one else. A
 * stale owner may still write to one of them, or be deleting the one before its own; none of what
 * it does now was acknowledged, so any state of the files that stood still while it was read is
 * right, and one that did not is read again.
 */
public final class Recovery {

  /** A stale owner has only the deliveries in its hands: it comes to rest soon. */
  private static final int LOOKS_MAX = 100;

  private final Epochs epochs;
  private final FailStop guard;
  private final String partition;
  private final long epoch;
  private boolean takesOver;
  private boolean hasTaken;

  public Recovery(Epochs epochs, FailStop guard, String partition, long epoch) {
    this.epochs = epochs;
    this.guard = guard;
    this.partition = partition;
    this.epoch = epoch;
  }

  /**
   * As {@link #recover}; and gives what is read later, spilled files and buffered chunks, names in
   * this owner's epoch, so that it stays whatever an older owner does.
   */
  public Recovered takeOver(UUID freshVolume) {
    takesOver = true;
    return recover(freshVolume);
  }

  /** Looks only. */
  public Recovered recover(UUID freshVolume) {
    look().values().forEach(this::deleteTemporaryFiles);
    SortedMap<Long, EpochFiles> before = look();
    for (int i = 0; i < LOOKS_MAX; i++) {
      Attempt attempt = attempt(before, freshVolume);
      SortedMap<Long, EpochFiles> after = look();
      if (before.equals(after)) {
        return attempt.recovered();
      }
      before = after;
    }
    throw new Fatal(
        FatalReason.DISK_UNREADABLE,
        epochs.directory() + " keeps changing: find out which process writes to its older epochs");
  }

  /** Whether files of an older epoch have names in this one. */
  public boolean hasTaken() {
    return hasTaken;
  }

  /**
   * Frees what a claimant that died, say of a full disk, had not finished. An epoch that may count
   * is left alone: its owner may be alive, and this claim a mistake.
   */
  private void deleteTemporaryFiles(EpochFiles files) {
    for (String name : files.names()) {
      if (files.snapshots().isEmpty() && name.endsWith(FileKind.TEMPORARY)) {
        String path = files.directory() + "/" + name;
        guard.writing(path, () -> files.disk().delete(path));
      }
    }
  }

  private SortedMap<Long, EpochFiles> look() {
    SortedMap<Long, EpochFiles> all = guard.reading(epochs.directory(), epochs::files);
    if (all.lastKey() > epoch) {
      throw new Fatal(
          FatalReason.FENCED,
          epochs.path(all.lastKey())
              + " belongs to another owner, which claimed it after epoch "
              + epoch);
    }
    return all.headMap(epoch);
  }

  /** What one look gave: it counts only when the files stood still. */
  private sealed interface Attempt {

    Recovered recovered();

    record Read(Recovered recovered) implements Attempt {}

    record Failed(DamagedException why) implements Attempt {
      @Override
      public Recovered recovered() {
        throw new Fatal(why.reason(), String.valueOf(why.getMessage()), why);
      }
    }
  }

  private Attempt attempt(SortedMap<Long, EpochFiles> older, UUID freshVolume) {
    try {
      for (EpochFiles files : older.values()) {
        if (!files.snapshots().isEmpty()) {
          EpochReader reader = new EpochReader(files, partition);
          Recovered read = reader.read();
          if (takesOver && reader.hasMore()) {
            hasTaken = true;
            String mine = epochs.path(epoch);
            reader.takeOver(mine, guard.reading(mine, () -> epochs.disk().list(mine)), guard);
          }
          return new Attempt.Read(read);
        }
        refuseJournalWithoutSnapshot(files);
      }
      return new Attempt.Read(Recovered.nothing(freshVolume));
    } catch (DamagedException e) {
      return new Attempt.Failed(e);
    }
  }

  /**
   * An owner that died before its first snapshot leaves at most an empty segment. If the segment
   * has frames, the snapshot has vanished, and continuing from an older epoch would lose these
   * frames.
   */
  private void refuseJournalWithoutSnapshot(EpochFiles files) throws DamagedException {
    int empty =
        new FileHead(FileKind.SEGMENT, new Origin(new UUID(0, 0), partition, 0), 0).length();
    for (long base : files.segments()) {
      if (files.read(files.path(FileKind.SEGMENT, base)).length > empty) {
        throw new DamagedException(
            FatalReason.SNAPSHOT_CORRUPT,
            files.directory() + " has a chunk buffer, but no snapshot: restore the volume");
      }
    }
  }
}
