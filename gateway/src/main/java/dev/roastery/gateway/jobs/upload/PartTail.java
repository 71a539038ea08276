package dev.roastery.gateway.jobs.upload;

import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.DurableFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The file of the bytes after a part's last complete batch, so that the client can resume after
 * them:
 *
 * <pre>
 *   CRC-32C    8 bytes   of the rest of the file
 *   from       8 bytes   the part's offset of the first of BYTES
 *   BYTES
 * </pre>
 *
 * <p>It is not forced: a file that a power loss has damaged is ignored, and the part resumes after
 * its last batch.
 */
final class PartTail {

  private static final int HEAD_BYTES = 16;

  private final Disk disk;
  private final String path;
  private long from;
  private long end;

  PartTail(Disk disk, String path) {
    this.disk = disk;
    this.path = path;
  }

  /** Reads an existing file. */
  void open() throws IOException {
    byte[] all = DurableFiles.read(disk, path).orElse(new byte[0]);
    if (all.length >= HEAD_BYTES) {
      ByteBuffer head = ByteBuffer.wrap(all);
      long checksum = head.getLong();
      if (checksum == checksum(head.slice())) {
        from = head.getLong();
        end = from + head.remaining();
      }
    }
  }

  /** The offset up to which a part is safe whose batches are confirmed up to {@code confirmed}. */
  long end(long confirmed) {
    return from <= confirmed ? Math.max(confirmed, end) : confirmed;
  }

  /** The bytes after {@code confirmed}. */
  byte[] after(long confirmed) throws IOException {
    if (end(confirmed) == confirmed) {
      return new byte[0];
    }
    byte[] all = disk.read(path);
    if (all.length != HEAD_BYTES + end - from) {
      throw new IOException(path + " was changed");
    }
    return Arrays.copyOfRange(all, (int) (HEAD_BYTES + confirmed - from), all.length);
  }

  /** Replaces the file. */
  void replace(long start, byte[] bytes) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(HEAD_BYTES + bytes.length);
    all.position(Long.BYTES).putLong(start).put(bytes);
    all.putLong(0, checksum(all.slice(Long.BYTES, all.capacity() - Long.BYTES)));
    from = 0; // until the file is written
    end = 0;
    DurableFiles.replaceUnforced(disk, path, file -> file.append(all.rewind()));
    from = start;
    end = start + bytes.length;
  }

  /** Deletes the file for good: after a power loss it must not return beside different bytes. */
  void drop() throws IOException {
    boolean isThere = end > 0;
    from = 0;
    end = 0;
    if (isThere) {
      DurableFiles.delete(disk, path);
    } else {
      disk.delete(path); // a damaged one, if any
    }
  }

  private static long checksum(ByteBuffer bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    return checksum.getValue();
  }
}
