package dev.roastery.gateway.jobs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * What came of a part in pieces after its last whole batch, so that its client goes on behind it:
 *
 * <pre>
 *   CRC-32C    8 bytes   of all that follows
 *   from       8 bytes   the part's offset of the first of BYTES
 *   BYTES
 * </pre>
 *
 * <p>The file appears whole, by a rename. It is not forced: one that a power cut has damaged counts
 * as none, and the part goes on after its last batch. Only {@link Part} calls, one thread at a
 * time.
 */
final class Remainder {

  private static final int HEAD_BYTES = 16;

  private final Path file;
  private long from;
  private long end;

  Remainder(Path file) {
    this.file = file;
  }

  /** Looks at what is there. */
  void open() throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    byte[] all = Files.readAllBytes(file);
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
    byte[] all = Files.readAllBytes(file);
    if (all.length != HEAD_BYTES + end - from) {
      throw new IOException(file + " is not as it was written");
    }
    return Arrays.copyOfRange(all, (int) (HEAD_BYTES + confirmed - from), all.length);
  }

  /** Takes the place of what was there. */
  void replace(long start, byte[] bytes) throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + ".unfinished");
    try (FileChannel channel =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer all = ByteBuffer.allocate(HEAD_BYTES + bytes.length);
      all.position(Long.BYTES).putLong(start).put(bytes);
      all.putLong(0, checksum(all.slice(Long.BYTES, all.capacity() - Long.BYTES))).rewind();
      while (all.hasRemaining()) {
        channel.write(all);
      }
    }
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    from = start;
    end = start + bytes.length;
  }

  void drop() throws IOException {
    from = 0;
    end = 0;
    Files.deleteIfExists(file);
  }

  private static long checksum(ByteBuffer bytes) {
    CRC32C checksum = new CRC32C();
    checksum.update(bytes);
    return checksum.getValue();
  }
}
