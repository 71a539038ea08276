package dev.roastery.common.journal;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.journal.succession.EpochWriter;
import dev.roastery.common.storage.Disk;
import java.nio.ByteBuffer;

/**
 * A segment, or another file of the epoch, being appended to. Bytes are gathered in memory and
 * written at the boundaries of 256 KiB of the file: so small frames share a system call, and large
 * ones touch whole pages (a quarter of the throughput, as measured). What is only gathered is lost
 * with the process, like all that is not forced.
 */
final class SegmentWriter {

  private static final int GATHERED_FIRST = 4 << 10;
  private static final int WRITE_BYTES = 256 << 10;

  private final EpochWriter epoch;
  private final String path;
  private final Disk.File file;
  private final long base;
  private ByteBuffer gathered = ByteBuffer.allocate(GATHERED_FIRST);
  private long length;

  SegmentWriter(EpochWriter epoch, long base) {
    this(epoch, FileKind.SEGMENT.fileName(base), base);
  }

  /** Any file of the epoch that grows. */
  SegmentWriter(EpochWriter epoch, String file, long base) {
    this.epoch = epoch;
    this.base = base;
    this.path = epoch.path(file);
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
      int toBoundary = WRITE_BYTES - (int) (length % WRITE_BYTES);
      int piece = Math.min(bytes.length - done, toBoundary);
      gather(bytes, done, piece);
      done += piece;
      if (piece == toBoundary) {
        flush();
      }
    }
  }

  private void gather(byte[] bytes, int offset, int count) {
    while (gathered.remaining() < count) {
      gathered = buffer(2 * gathered.capacity()).put(gathered.flip());
    }
    gathered.put(bytes, offset, count);
    length += count;
  }

  /** The JVM copies what is on the heap once more before it writes it. */
  private static ByteBuffer buffer(int capacity) {
    return capacity < WRITE_BYTES
        ? ByteBuffer.allocate(capacity)
        : ByteBuffer.allocateDirect(capacity);
  }

  void flush() {
    if (gathered.position() == 0) {
      return;
    }
    gathered.flip();
    if (epoch.crash().isArmed(CrashPoint.WITHIN_APPEND)) {
      int all = gathered.limit();
      write(gathered.limit(all / 2));
      epoch.crash().reached(CrashPoint.WITHIN_APPEND);
      gathered.limit(all);
    }
    write(gathered);
    gathered.clear();
  }

  private void write(ByteBuffer bytes) {
    epoch.guard().writing(path, () -> file.append(bytes));
  }

  void force() {
    epoch.guard().forcing(path, file::force);
  }

  void close() {
    epoch.guard().closing(path, file::close);
  }
}
