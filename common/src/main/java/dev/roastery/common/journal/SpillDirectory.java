package dev.roastery.common.journal;

import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.format.SpillFormat;
import dev.roastery.common.journal.succession.EpochWriter;
import dev.roastery.common.spill.SpillStore;
import dev.roastery.common.spill.SpilledFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * The spilled files of one epoch. Those that the snapshot which was recovered refers to have been
 * linked into this epoch's directory, so that no older owner can delete them from under this one. A
 * file is deleted when the state does not refer to it, nor any snapshot that is kept: what a crash
 * leaves beside these is in an epoch that the next owner retires.
 */
final class SpillDirectory implements SpillStore {

  /** Most records are shorter, and need one look. */
  private static final int LOOK_BYTES = 64 << 10;

  /** A file is forced as it grows, because to force much at once keeps other jobs waiting. */
  private static final int FORCED_BYTES = 2 << 20;

  private final EpochWriter epoch;
  private final Map<String, SpilledFile> present = new LinkedHashMap<>();
  private final Set<String> released = new HashSet<>();
  private final List<GrowingFile> growing = new ArrayList<>();
  private final Set<String> abandoned = new HashSet<>();
  private long serial;

  /** Whether a name may not survive a power loss. */
  private boolean hasFreshNames;

  SpillDirectory(EpochWriter epoch, List<SpilledFile> recovered) {
    this.epoch = epoch;
    recovered.forEach(file -> present.put(file.name(), file));
    hasFreshNames = !recovered.isEmpty();
  }

  @Override
  public Growing create() {
    epoch.guard().refuseAfterFailure();
    GrowingFile file = new GrowingFile(SpillFormat.name(epoch.origin().epoch(), ++serial));
    growing.add(file);
    hasFreshNames = true;
    return file;
  }

  @Override
  public long start(SpilledFile file) {
    return format(file).headLength();
  }

  @Override
  public Piece read(SpilledFile file, long offset) {
    SpillFormat format = format(file);
    int look = (int) Math.min(LOOK_BYTES, file.length() - offset);
    byte[] piece = bytes(file, offset, look);
    int length = format.recordBytes(piece);
    if (length > piece.length && length <= file.length() - offset) {
      piece = bytes(file, offset, length);
    }
    byte[] record = format.record(piece, offset);
    if (record == null) {
      throw epoch
          .guard()
          .broken(
              FatalReason.SNAPSHOT_CORRUPT,
              "%s at offset %d: it fails its checksum. Restore the volume, or give it up and run its jobs again"
                  .formatted(epoch.path(file.name()), offset));
    }
    return new Piece(record, offset + length);
  }

  private byte[] bytes(SpilledFile file, long offset, int count) {
    String path = epoch.path(file.name());
    return epoch.guard().reading(path, () -> epoch.disk().read(path, offset, count));
  }

  private SpillFormat format(SpilledFile file) {
    return SpillFormat.of(file.name(), epoch.origin());
  }

  @Override
  public void release(SpilledFile file) {
    if (present.containsKey(file.name())) {
      released.add(file.name());
    }
  }

  /** What is on disk, whether the state refers to it or not. */
  long bytes() {
    return present.values().stream().mapToLong(SpilledFile::length).sum();
  }

  /**
   * Before a snapshot that refers to them has a name: a power loss could keep that name, and not
   * theirs.
   */
  void makeNamesSafe() {
    if (hasFreshNames) {
      epoch.sync();
      hasFreshNames = false;
    }
  }

  boolean isInVain() {
    return !released.isEmpty() && released.size() == present.size();
  }

  /** Deletes what neither the state nor one of these snapshots refers to. */
  void deleteAllBut(Set<String> referenced) {
    for (String name : List.copyOf(released)) {
      if (!referenced.contains(name)) {
        epoch.delete(name);
        released.remove(name);
        present.remove(name);
      }
    }
    for (String name : List.copyOf(abandoned)) {
      epoch.delete(name);
      abandoned.remove(name);
    }
  }

  /** Lets go of the files that are being written; nothing refers to them. */
  void close() {
    List.copyOf(growing).forEach(GrowingFile::discard);
  }

  private final class GrowingFile implements Growing {
    private final String name;
    private final SpillFormat format;
    private final SegmentWriter file;
    private final CRC32C checksum = new CRC32C();
    private long forced;

    GrowingFile(String name) {
      this.name = name;
      this.format = SpillFormat.of(name, epoch.origin());
      this.file = new SegmentWriter(epoch, name, 0);
      put(format.head());
    }

    private void put(byte[] bytes) {
      checksum.update(bytes);
      file.put(bytes);
    }

    @Override
    public long append(byte[] record) {
      long at = file.length();
      put(format.recordHead(at, record));
      put(record);
      if (file.length() - forced >= FORCED_BYTES) {
        force();
      }
      return at;
    }

    private void force() {
      file.flush();
      file.force();
      forced = file.length();
    }

    @Override
    public long length() {
      return file.length();
    }

    @Override
    public SpilledFile finish() {
      force();
      growing.remove(this);
      file.close();
      SpilledFile finished = new SpilledFile(name, file.length(), (int) checksum.getValue());
      present.put(name, finished);
      return finished;
    }

    @Override
    public void discard() {
      if (growing.remove(this)) {
        file.close();
        abandoned.add(name);
      }
    }
  }
}
