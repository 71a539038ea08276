package dev.roastery.common.journal.recovery;

import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.EpochFiles;
import dev.roastery.common.journal.format.FileHead;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.journal.format.Snapshot;
import dev.roastery.common.spill.SpilledFile;
import dev.roastery.common.storage.FailStop;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/** Reads an older epoch: its newest readable snapshot of the last two, and the journal after it. */
public final class EpochReader {

  private final EpochFiles files;
  private final String partition;
  private final List<DamagedException> unreadable = new ArrayList<>();
  private List<SpilledFile> spilled = List.of();
  private BufferedChunks chunks;

  public EpochReader(EpochFiles files, String partition) {
    this.files = files;
    this.partition = partition;
    this.chunks = new BufferedChunks(files);
  }

  /** The volume that this epoch says it is of. */
  public UUID volume() throws DamagedException {
    List<Long> newestFirst = files.snapshots().reversed();
    return newestReadable(newestFirst, this::snapshot).head().origin().volume();
  }

  Recovered read() throws DamagedException {
    List<Long> newestFirst = files.snapshots().reversed();
    Snapshot snapshot = newestReadable(newestFirst, this::whole);
    FileHead head = snapshot.head();
    JournalReader journal =
        new JournalReader(files, head.origin(), snapshot.ledger(), newestFirst.getFirst());
    journal.readFrom(head.position());
    spilled = snapshot.spilled();
    chunks = journal.chunks();
    List<RecoveryReport.Finding> findings = new ArrayList<>(fallbacks(newestFirst, head));
    findings.addAll(journal.findings());
    return new Recovered(
        files.epoch(),
        head.origin().volume(),
        journal.end(),
        snapshot.ledger(),
        List.of(snapshot.state()),
        snapshot.spilled(),
        journal.chunks(),
        journal.chunks().bytes(),
        findings);
  }

  /** Whether there is more to read than what {@link #read} has returned. */
  boolean hasMore() {
    return !spilled.isEmpty() || !chunks.isEmpty();
  }

  /**
   * Gives what was read, and will be read again, a name in the new owner's epoch: an older owner
   * that does not know of its end yet may delete its own. {@code there} are the names that it has.
   */
  void takeOver(String to, List<String> there, FailStop guard) throws DamagedException {
    for (SpilledFile file : spilled) {
      if (!there.contains(file.name())) {
        files.link(file.name(), to + "/" + file.name());
      }
    }
    chunks.takeOver(to, there, guard);
  }

  private interface Reading {
    Snapshot at(long position) throws DamagedException;
  }

  /** Of the last two. */
  private Snapshot newestReadable(List<Long> newestFirst, Reading reading) throws DamagedException {
    for (long position : newestFirst.stream().limit(2).toList()) {
      try {
        return reading.at(position);
      } catch (DamagedException e) {
        if (e.reason() != FatalReason.SNAPSHOT_CORRUPT) {
          throw e;
        }
        unreadable.add(e);
      }
    }
    String all =
        unreadable.stream().map(DamagedException::getMessage).collect(Collectors.joining("; "));
    throw new DamagedException(
        FatalReason.SNAPSHOT_CORRUPT,
        all + ". Restore the volume, or give it up and run its jobs again");
  }

  /** The snapshot of that name, with the spilled files that it refers to. */
  Snapshot whole(long position) throws DamagedException {
    Snapshot snapshot = snapshot(position);
    for (SpilledFile file : snapshot.spilled()) {
      SpillCheck.check(files, snapshot.head().origin(), file);
    }
    return snapshot;
  }

  /** The snapshot of that name, itself whole and in its place. */
  private Snapshot snapshot(long position) throws DamagedException {
    String path = files.path(FileKind.SNAPSHOT, position);
    Snapshot snapshot = Snapshot.read(path, files.read(path));
    FileHead head = snapshot.head();
    if (!head.origin().partition().equals(partition)) {
      throw new DamagedException(
          FatalReason.VOLUME_FOREIGN,
          path
              + " belongs to partition "
              + head.origin().partition()
              + ", not "
              + partition
              + ": the volumes are swapped; mount each one where it belongs");
    }
    if (head.origin().epoch() != files.epoch() || head.position() != position) {
      throw new DamagedException(
          FatalReason.SNAPSHOT_CORRUPT, path + ": it is a different file in the wrong place");
    }
    return snapshot;
  }

  private List<RecoveryReport.SnapshotFallback> fallbacks(List<Long> newestFirst, FileHead used) {
    return unreadable.stream()
        .map(why ->
            new RecoveryReport.SnapshotFallback(
                files.path(FileKind.SNAPSHOT, newestFirst.getFirst()),
                String.valueOf(why.getMessage()),
                files.path(FileKind.SNAPSHOT, used.position())))
        .toList();
  }
}
