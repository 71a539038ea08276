package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.zip.CRC32C;

/**
 * A file of lines, each behind its own CRC-32C, that only grows. What a crash left of a last line
 * is cut off; a bad line before a good one is bit rot, and nothing is believed.
 */
final class CheckedLines implements AutoCloseable {

  private static final int CRC_DIGITS = 8;

  private final FileChannel channel;

  private CheckedLines(FileChannel channel) {
    this.channel = channel;
  }

  /** Opens or makes the file, and gives {@code each} the lines that it has. */
  static CheckedLines open(Path file, Consumer<String> each) throws IOException {
    byte[] bytes = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
    int good = read(file, bytes, each);
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    channel.truncate(good);
    channel.position(good);
    return new CheckedLines(channel);
  }

  private static int read(Path file, byte[] bytes, Consumer<String> each) throws IOException {
    int good = 0;
    boolean torn = false;
    for (int start = 0; start < bytes.length; ) {
      int end = start;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      boolean holds = end < bytes.length && holds(bytes, start, end);
      if (holds && torn) {
        throw new IOException(file + " is damaged at byte " + good);
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
    if (text > end) {
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
    while (whole.hasRemaining()) {
      channel.write(whole);
    }
  }

  void force() throws IOException {
    channel.force(false);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
