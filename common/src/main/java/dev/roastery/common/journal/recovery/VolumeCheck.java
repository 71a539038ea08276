package dev.roastery.common.journal.recovery;

import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.EpochFiles;
import dev.roastery.common.journal.format.Epochs;
import dev.roastery.common.journal.format.FileHead;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.journal.format.Ledger;
import dev.roastery.common.journal.format.Origin;
import dev.roastery.common.journal.format.Snapshot;
import dev.roastery.common.journal.recovery.RecoveryReport.TornTail;
import dev.roastery.common.storage.Disk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads every snapshot and every segment of a partition's directory, also those that no recovery
 * would read, and changes nothing. An owner may be at work meanwhile: an epoch whose files changed
 * while they were read is read again, and the end of a write under way is no damage.
 */
public final class VolumeCheck {

  /** A busy owner trims seldom; a reader that loses so often has met something else. */
  private static final int LOOKS_MAX = 20;

  private final Disk disk;
  private final String directory;
  private final String partition;
  private final List<Damage> damages = new ArrayList<>();
  private final List<TornTail> tornTails = new ArrayList<>();
  private int snapshots;
  private int segments;

  private VolumeCheck(Disk disk, String directory, String partition) {
    this.disk = disk;
    this.directory = directory;
    this.partition = partition;
  }

  /** Bytes that were safe once and are not what they were; {@code what} names file and offset. */
  public record Damage(FatalReason reason, String what) {}

  /** What was read, and what was found; torn tails are what any crash leaves. */
  public record Result(
      int epochs, int snapshots, int segments, List<Damage> damages, List<TornTail> tornTails) {

    public Result {
      damages = List.copyOf(damages);
      tornTails = List.copyOf(tornTails);
    }

    /** The same with these damages only. */
    public Result with(List<Damage> lasting) {
      return new Result(epochs, snapshots, segments, lasting, tornTails);
    }
  }

  public static Result of(Disk disk, String directory, String partition) throws IOException {
    return new VolumeCheck(disk, directory, partition).check();
  }

  private Result check() throws IOException {
    SortedMap<Long, EpochFiles> epochs = new Epochs(disk, directory).files();
    for (EpochFiles files : epochs.values()) {
      checkUntilItStandsStill(files);
    }
    return new Result(epochs.size(), snapshots, segments, damages, tornTails);
  }

  private void checkUntilItStandsStill(EpochFiles first) throws IOException {
    EpochFiles files = first;
    for (int look = 1; ; look++) {
      Epoch epoch = new Epoch(files);
      epoch.check();
      EpochFiles after =
          new EpochFiles(disk, files.directory(), files.epoch(), disk.list(files.directory()));
      if (after.equals(files) || look == LOOKS_MAX) {
        damages.addAll(epoch.found);
        tornTails.addAll(epoch.torn);
        snapshots += files.snapshots().size();
        segments += files.segments().size();
        return;
      }
      files = after;
    }
  }

  /** One look at one epoch. */
  private final class Epoch {
    private final EpochFiles files;
    private final List<Damage> found = new ArrayList<>();
    private final List<TornTail> torn = new ArrayList<>();

    /** By the newest readable snapshot. */
    private @Nullable Origin origin;

    Epoch(EpochFiles files) {
      this.files = files;
    }

    void check() {
      for (long position : files.snapshots()) {
        checkSnapshot(position);
      }
      if (files.snapshots().isEmpty()) {
        checkUnbegun();
      } else if (origin != null) {
        checkJournal(origin);
      }
    }

    private void checkSnapshot(long position) {
      try {
        Snapshot snapshot = new EpochReader(files, partition).whole(position);
        origin = snapshot.head().origin();
      } catch (DamagedException e) {
        add(e);
      }
    }

    /** A claim that never came to its first snapshot has an empty segment, or none. */
    private void checkUnbegun() {
      Origin nobodys = new Origin(new UUID(0, 0), partition, files.epoch());
      int empty = new FileHead(FileKind.SEGMENT, nobodys, 0).length();
      for (long base : files.segments()) {
        String path = files.path(FileKind.SEGMENT, base);
        try {
          if (files.read(path).length > empty) {
            add(
                new DamagedException(
                    FatalReason.SNAPSHOT_CORRUPT, path + ": its epoch has no snapshot"));
          }
        } catch (DamagedException e) {
          add(e);
        }
      }
    }

    /**
     * After damage the check continues with the next segment, so that every damaged segment is
     * named.
     */
    private void checkJournal(Origin of) {
      List<Long> bases = files.segments();
      long newest = files.snapshots().getLast();
      long from = bases.isEmpty() ? newest : bases.getFirst();
      while (from >= 0) {
        JournalReader journal = new JournalReader(files, of, new Ledger(), newest);
        try {
          journal.readFrom(from);
          from = -1;
        } catch (DamagedException e) {
          add(e);
          long reached = Math.max(journal.end(), from);
          from = bases.stream().filter(base -> base > reached).findFirst().orElse(-1L);
        }
        journal.findings().stream()
            .filter(TornTail.class::isInstance)
            .map(TornTail.class::cast)
            .forEach(torn::add);
      }
    }

    private void add(DamagedException damaged) {
      found.add(new Damage(damaged.reason(), String.valueOf(damaged.getMessage())));
    }
  }
}
