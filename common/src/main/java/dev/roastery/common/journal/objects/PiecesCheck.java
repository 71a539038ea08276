package dev.roastery.common.journal.objects;

import static dev.roastery.common.fault.FatalReason.JOURNAL_CORRUPT;
import static dev.roastery.common.fault.FatalReason.SNAPSHOT_CORRUPT;

import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.EpochFiles;
import dev.roastery.common.journal.format.FileHead;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.journal.format.Ledger;
import dev.roastery.common.journal.format.Origin;
import dev.roastery.common.journal.format.Snapshot;
import dev.roastery.common.journal.recovery.Journal;
import dev.roastery.common.spill.SpilledFile;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.common.storage.object.StoreException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Reads single segments, seals and snapshots, each once, as a recovery would. */
final class PiecesCheck {

  private final PatientStore store;
  private final EpochNames names;
  private final String partition;
  private final ChainCheck.Found chain;
  private final Damages damages;
  private final Map<ObjectName, Seen> seen = new HashMap<>();

  private int groups;
  private int snapshots;

  /** What has a name. */
  sealed interface Seen {}

  record Nothing() implements Seen {}

  record Group(long bytes) implements Seen {}

  record Sealing(Seal seal) implements Seen {}

  record State(List<SpilledFile> spilled) implements Seen {}

  /** It has been told. */
  record Damaged(long bytes) implements Seen {}

  PiecesCheck(
      PatientStore store,
      EpochNames names,
      String partition,
      ChainCheck.Found chain,
      Damages damages) {
    this.store = store;
    this.names = names;
    this.partition = partition;
    this.chain = chain;
    this.damages = damages;
  }

  int groups() {
    return groups;
  }

  int snapshots() {
    return snapshots;
  }

  /** The object at a position of an epoch's journal. */
  Seen segment(long epoch, long position) throws StoreException {
    ObjectName name = names.segment(epoch, position);
    return seen(
        name,
        bytes -> {
          Seal seal = Seal.of(bytes).orElse(null);
          if (seal != null) {
            return sealing(name, seal, position);
          }
          groups++;
          return group(name, epoch, position, bytes);
        });
  }

  Seen snapshot(long epoch, long number) throws StoreException {
    ObjectName name = names.snapshot(epoch, number);
    return seen(
        name,
        bytes -> {
          snapshots++;
          return state(name, epoch, number, bytes);
        });
  }

  private interface Look {
    Seen at(byte[] bytes) throws DamagedException;
  }

  private Seen seen(ObjectName name, Look look) throws StoreException {
    Seen before = seen.get(name);
    if (before != null) {
      return before;
    }
    Optional<byte[]> bytes = store.getExisting(name);
    Seen now = bytes.isEmpty() ? new Nothing() : judged(name, bytes.get(), look);
    seen.put(name, now);
    return now;
  }

  private Seen judged(ObjectName name, byte[] bytes, Look look) {
    try {
      return look.at(bytes);
    } catch (DamagedException e) {
      damages.unreadable(name, e);
      return new Damaged(bytes.length);
    }
  }

  /** Whichever it is, also one that nobody believes: it stands where it was put. */
  private Seen sealing(ObjectName name, Seal seal, long position) throws DamagedException {
    Damages.own(name, seal.successor(), partition);
    if (seal.position() != position) {
      throw new DamagedException(JOURNAL_CORRUPT, name + " is a seal of another position");
    }
    return new Sealing(seal);
  }

  private Seen group(ObjectName name, long epoch, long position, byte[] bytes)
      throws DamagedException {
    FileHead head = FileHead.read(FileKind.SEGMENT, name.text(), bytes);
    Origin origin = origin(Damages.own(name, head.origin(), partition), epoch);
    SegmentCache cache = new SegmentCache(store);
    cache.keep(name.text(), bytes);
    EpochFiles files =
        new EpochFiles(
            cache, names.directory(epoch), epoch, List.of(FileKind.SEGMENT.fileName(position)));
    Journal.read(files, origin, new Ledger(), position, position + bytes.length);
    return new Group(bytes.length);
  }

  private Seen state(ObjectName name, long epoch, long number, byte[] bytes)
      throws DamagedException {
    Snapshot snapshot = Snapshot.read(name.text(), bytes);
    FileHead head = snapshot.head();
    Origin own = Damages.own(name, head.origin(), partition);
    long position = chain.saved(epoch, number).map(ManifestLog::position).orElseGet(head::position);
    if (!own.equals(origin(own, epoch)) || head.position() != position) {
      throw new DamagedException(SNAPSHOT_CORRUPT, name + " is another snapshot");
    }
    return new State(snapshot.spilled());
  }

  /** That of what an epoch holds. What is on no chain counts nothing, and has a volume somehow. */
  private Origin origin(Origin own, long epoch) {
    UUID volume = chain.volume();
    return new Origin(
        volume == null || !chain.has(epoch) ? own.volume() : volume, partition, epoch);
  }
}
