package dev.roastery.common.journal;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.journal.format.FileHead;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.journal.format.Snapshot;
import dev.roastery.common.journal.succession.EpochWriter;
import dev.roastery.common.spill.SpilledFile;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.FailStop;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes the snapshots of one epoch: temporary file, force, rename, force of the directory. So a
 * file with a snapshot's name is whole, whatever crash there was. The last two are kept. It is not
 * {@code DurableFiles.replace}, because a crash point lies between each two of these steps, and a
 * large state is written without a copy.
 */
final class SnapshotWriter {

  private final EpochWriter epoch;
  private final Deque<Long> positions = new ArrayDeque<>();

  /** The spilled files that each of these refers to. */
  private final Map<Long, List<SpilledFile>> references = new HashMap<>();

  SnapshotWriter(EpochWriter epoch) {
    this.epoch = epoch;
  }

  /** Returns its size when it is safe. */
  long write(long position, byte[] ledger, List<SpilledFile> spilled, List<byte[]> state) {
    String name = FileKind.SNAPSHOT.fileName(position);
    String temporary = name + FileKind.TEMPORARY;
    FileHead head = new FileHead(FileKind.SNAPSHOT, epoch.origin(), position);
    long bytes = writeForced(epoch.path(temporary), Snapshot.pieces(head, ledger, spilled, state));
    epoch
        .guard()
        .writing(
            epoch.path(name), () -> epoch.disk().rename(epoch.path(temporary), epoch.path(name)));
    epoch.crash().reached(CrashPoint.SNAPSHOT_RENAMED);
    epoch.sync();
    epoch.crash().reached(CrashPoint.SNAPSHOT_DURABLE);
    if (positions.isEmpty() || positions.getLast() != position) {
      positions.addLast(position);
    }
    references.put(position, spilled);
    return bytes;
  }

  private long writeForced(String path, List<ByteBuffer> pieces) {
    FailStop guard = epoch.guard();
    Disk.File file = guard.writing(path, () -> epoch.disk().create(path));
    long bytes = 0;
    for (ByteBuffer piece : pieces) {
      bytes += piece.remaining();
      guard.writing(path, () -> file.append(piece));
    }
    epoch.crash().reached(CrashPoint.SNAPSHOT_TMP_WRITTEN);
    guard.forcing(path, file::force);
    epoch.crash().reached(CrashPoint.SNAPSHOT_FORCED);
    guard.writing(path, file::close);
    return bytes;
  }

  /**
   * Deletes all but the last two snapshots; everything before the returned position is no longer
   * needed.
   */
  long trim() {
    while (positions.size() > 2) {
      long gone = positions.removeFirst();
      epoch.delete(FileKind.SNAPSHOT.fileName(gone));
      references.remove(gone);
      epoch.crash().reached(CrashPoint.WITHIN_TRIM);
    }
    return positions.getFirst();
  }

  /** The names of the spilled files that the snapshots refer to which are kept. */
  Set<String> referenced() {
    return references.values().stream()
        .flatMap(List::stream)
        .map(SpilledFile::name)
        .collect(Collectors.toSet());
  }
}
