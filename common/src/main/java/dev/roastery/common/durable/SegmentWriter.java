package dev.roastery.common.durable;

import dev.roastery.common.fault.CrashPoint;
import java.nio.ByteBuffer;

/**
 * A segment being appended to. Bytes are gathered in memory first, so that small frames share a
 * system call; those are lost with the process, like all that is not forced.
 */
final class SegmentWriter {

  private static final int GATHERED_FIRST = 4 << 10;
  private static final int GATHERED_MAX = 256 << 10;

  private final EpochWriter epoch;
  private final String path;
  private final Disk.File file;
  private final long base;
  private ByteBuffer gathered = ByteBuffer.allocate(GATHERED_FIRST);
  private long length;

  SegmentWriter(EpochWriter epoch, long base) {
    this.epoch = epoch;
    this.base = base;
    this.path = epoch.path(FileKind.SEGMENT.fileName(base));
    this.file = epoch.guard().writing(path, () -> epoch.disk().create(path));
  }

  long length() {
    return length;
  }

  /** The position in the journal of the next byte. */
  long end() {
    return base + length;
  }

  void put(byte[] bytes) {
    int done = 0;
    while (done < bytes.length) {
      if (!gathered.hasRemaining()) {
        makeRoom();
      }
      int piece = Math.min(bytes.length - done, gathered.remaining());
      gathered.put(bytes, done, piece);
      done += piece;
    }
    length += bytes.length;
  }

  private void makeRoom() {
    if (gathered.capacity() < GATHERED_MAX) {
      ByteBuffer larger = ByteBuffer.allocate(2 * gathered.capacity());
      gathered = larger.put(gathered.flip());
    } else {
      flush();
    }
  }

  void flush() {
    gathered.flip();
    if (epoch.crash().isArmed(CrashPoint.WITHIN_APPEND)) {
      int all = gathered.limit();
      append(gathered.limit(all / 2));
      epoch.crash().reached(CrashPoint.WITHIN_APPEND);
      gathered.limit(all);
    }
    append(gathered);
    gathered.clear();
  }

  private void append(ByteBuffer bytes) {
    epoch.guard().writing(path, () -> file.append(bytes));
  }

  void force() {
    epoch.guard().forcing(path, file::force);
  }

  void close() {
    epoch.guard().closing(path, file::close);
  }
}
