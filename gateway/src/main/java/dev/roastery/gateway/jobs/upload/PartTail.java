package dev.roastery.gateway.jobs.upload;

import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.DurableFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * What came of a part in pieces after its last whole batch, so that its client continues behind it:
 *
 * <pre>
 *   CRC-32C    8 bytes   of all that follows
 *   from       8 bytes   the part's offset of the first of BYTES
 *   BYTES
 * </pre>
 *
 * <p>It is not forced: a file that a power loss has damaged counts as none, and the part continues
 * after its last batch.
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

  /** Looks at what is there. */
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

  /** Up to where a part is safe that is with the broker up to {@code confirmed}. */
  long end(long confirmed) {
    return from <= confirmed ? Math.max(confirmed, end) : confirmed;
  }

  /** What comes after {@code confirmed}. */
  byte[] after(long confirmed) throws IOException {
    if (end(confirmed) == confirmed) {
      return new byte[0];
    }
    byte[] all = disk.read(path);
    if (all.length != HEAD_BYTES + end - from) {
      throw new IOException(path + " is not as it was written");
    }
    return Arrays.copyOfRange(all, (int) (HEAD_BYTES + confirmed - from), all.length);
  }

  /** Takes the place of what was there. */
  void replace(long start, byte[] bytes) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(HEAD_BYTES + bytes.length);
    all.position(Long.BYTES).putLong(start).put(bytes);
    all.putLong(0, checksum(all.slice(Long.BYTES, all.capacity() - Long.BYTES)));
    from = 0; // until it is sure that these bytes are there
    end = 0;
    DurableFiles.replaceUnforced(disk, path, file -> file.append(all.rewind()));
    from = start;
    end = start + bytes.length;
  }

  /** A power loss must not bring it back: other bytes may come in its place. */
  void drop() throws IOException {
    boolean isThere = end > 0;
    from = 0;
    end = 0;
    if (isThere) {
      DurableFiles.delete(disk, path);
    } else {
      disk.delete(path); // if at all, a damaged one
    }
  }

  private static long checksum(ByteBuffer bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    return checksum.getValue();
  }
}
