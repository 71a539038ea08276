package dev.roastery.common.journal.objects;

import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.storage.object.ObjectName;

/**
 * The objects of a partition.
 *
 * <pre>
 *  aggregator-3/first                    the end of epoch 0: who came first, and the volume's id
 *  aggregator-3/deeded                   a deed was confirmed
 *  aggregator-3/epoch-8/claim            whose number 8 is
 *  aggregator-3/epoch-8/manifest-K       the log of the epoch: a snapshot, or the end
 *  aggregator-3/epoch-8/snapshot-K       the snapshot of that entry
 *  aggregator-3/epoch-8/segment-P        a group of the journal, or a seal in its place
 *  aggregator-3/spilled/spill-8-S        a spilled file, of any later epoch too; spill-8-S.I goes on
 * </pre>
 *
 * Of these, {@code first}, claims, manifests and seals are never deleted.
 */
record EpochNames(String partition) {

  ObjectName first() {
    return new ObjectName(partition + "/first");
  }

  ObjectName deeded() {
    return new ObjectName(partition + "/deeded");
  }

  String directory(long epoch) {
    return partition + "/epoch-" + epoch;
  }

  ObjectName claim(long epoch) {
    return new ObjectName(directory(epoch) + "/claim");
  }

  ObjectName manifest(long epoch, long number) {
    return of(epoch, FileKind.MANIFEST, number);
  }

  ObjectName snapshot(long epoch, long number) {
    return of(epoch, FileKind.SNAPSHOT, number);
  }

  ObjectName segment(long epoch, long position) {
    return of(epoch, FileKind.SEGMENT, position);
  }

  private ObjectName of(long epoch, FileKind kind, long number) {
    return new ObjectName(directory(epoch) + "/" + kind.fileName(number));
  }

  /** What the names of its segments and snapshots begin with, and no other's. */
  String filesOfJournal(long epoch) {
    return directory(epoch) + "/s";
  }

  /** What the names of all spilled files begin with. */
  String spilled() {
    return partition + "/spilled/";
  }

  /** A piece of a spilled file. */
  ObjectName spilled(String file, int piece) {
    return new ObjectName(spilled() + file + (piece == 0 ? "" : "." + piece));
  }
}
