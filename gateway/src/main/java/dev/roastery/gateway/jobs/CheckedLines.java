package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.durable.Durably;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A file of lines, each behind its own CRC-32C, that only grows:
 *
 * <pre>
 *   CRC-32C of TEXT in 8 hexadecimal digits, a space, TEXT, a line feed
 * </pre>
 *
 * <p>What a crash left of a last line is cut off. The file is open only while it is written to.
 */
final class CheckedLines implements AutoCloseable {

  /** What a bad line before a good one means. */
  enum Damage {
    /** Every line was forced before anybody relied on it: it is bit rot, nothing is believed. */
    REFUSED,

    /** Lines are not forced, and a power cut may lose any of them: what is before it counts. */
    CUT
  }

  private static final int CRC_DIGITS = 8;

  private final Path file;

  /** How long the file is, up to the last line that holds. */
  private long good;

  private @Nullable FileChannel channel;
  private @Nullable String unusable;

  private CheckedLines(Path file, long good) {
    this.file = file;
    this.good = good;
  }

  /** Gives {@code each} the lines that the file has; it need not be there. */
  static CheckedLines open(Path file, Damage damage, Consumer<String> each) throws IOException {
    byte[] bytes = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
    return new CheckedLines(file, read(file, bytes, damage, each));
  }

  private static int read(Path file, byte[] bytes, Damage damage, Consumer<String> each)
      throws IOException {
    int good = 0;
    boolean torn = false;
    for (int start = 0; start < bytes.length && !(torn && damage == Damage.CUT); ) {
      int end = start;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      boolean holds = end < bytes.length && holds(bytes, start, end);
      if (holds && torn) {
        throw new IOException(
            file + " is damaged at byte " + good + ": restore it, or remove the job's folder");
      }
      if (holds) {
        each.accept(new String(bytes, start + CRC_DIGITS + 1, end - start - CRC_DIGITS - 1, UTF_8));
        good = end + 1;
      }
      torn |= !holds;
      start = end + 1;
    }
    return good;
  }

  private static boolean holds(byte[] bytes, int start, int end) {
    int text = start + CRC_DIGITS + 1;
    if (text > end || bytes[text - 1] != ' ') {
      return false;
    }
    byte[] crc = digits(bytes, text, end - text);
    for (int i = 0; i < CRC_DIGITS; i++) {
      if (bytes[start + i] != crc[i]) {
        return false;
      }
    }
    return true;
  }

  private static byte[] digits(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    return HexFormat.of().toHexDigits((int) crc.getValue()).getBytes(UTF_8);
  }

  /** Adds a line without a line break in it. It is safe after the next {@link #force}. */
  void append(String line) throws IOException {
    byte[] text = line.getBytes(UTF_8);
    ByteBuffer whole = ByteBuffer.allocate(CRC_DIGITS + text.length + 2);
    whole.put(digits(text, 0, text.length)).put((byte) ' ').put(text).put((byte) '\n').flip();
    int length = whole.remaining();
    FileChannel to = channel();
    try {
      while (whole.hasRemaining()) {
        to.write(whole);
      }
    } catch (IOException e) {
      takeBack(to); // or half a line would stand before the next one
      throw e;
    }
    good += length;
  }

  private void takeBack(FileChannel to) {
    try {
      to.truncate(good).position(good);
    } catch (IOException e) {
      unusable = "half a line could not be taken back: " + e;
    }
  }

  private FileChannel channel() throws IOException {
    if (unusable != null) {
      throw new IOException(file + " takes no more: " + unusable);
    }
    FileChannel open = channel;
    if (open == null) {
      boolean isNew = !Files.exists(file);
      open = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      channel = open;
      open.truncate(good).position(good);
      if (isNew) {
        Durably.forceFolder(file.resolveSibling("."));
      }
    }
    return open;
  }

  /** After a failure nobody knows what the disk has: only a new start, which reads, goes on. */
  void force() throws IOException {
    try {
      channel().force(false);
    } catch (IOException e) {
      unusable = unusable == null ? "the disk did not take what was written: " + e : unusable;
      throw e;
    }
  }

  /** Lets go of the file; the next line opens it again. */
  void rest() throws IOException {
    FileChannel open = channel;
    channel = null;
    if (open != null) {
      open.close();
    }
  }

  /** For good. */
  @Override
  public void close() throws IOException {
    unusable = unusable == null ? "it is closed" : unusable;
    rest();
  }
}
