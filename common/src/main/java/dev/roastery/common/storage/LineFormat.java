package dev.roastery.common.storage;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A line of text behind its own checksum. The text has no line feed, so that a reader finds the
 * next line behind a damaged one.
 *
 * <pre>
 *   CRC-32C of SALT and TEXT in 8 hexadecimal digits, a space, TEXT, a line feed
 * </pre>
 *
 * <p>The salt is not in the file: with one per log, a line of another log is not taken for one of
 * this.
 */
public final class LineFormat {

  /** For logs that have only their path. */
  public static final LineFormat UNSALTED = new LineFormat("");

  private static final int CRC_DIGITS = 8;

  /** Where the text begins in a line. */
  public static final int TEXT = CRC_DIGITS + 1;

  private final byte[] salt;

  public LineFormat(String salt) {
    this.salt = salt.getBytes(UTF_8);
  }

  /** A whole line, with its line feed. */
  public byte[] encode(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    byte[] line = new byte[TEXT + bytes.length + 1];
    int checksum = checksum(bytes, 0, bytes.length);
    for (int i = 0; i < CRC_DIGITS; i++) {
      line[i] = digit(checksum, i);
    }
    line[CRC_DIGITS] = ' ';
    System.arraycopy(bytes, 0, line, TEXT, bytes.length);
    line[line.length - 1] = '\n';
    return line;
  }

  /**
   * The text of the line without its line feed at {@code [start, end)}; null when it is damaged.
   */
  public @Nullable String decode(byte[] bytes, int start, int end) {
    int text = start + TEXT;
    return isGood(bytes, start, end) ? new String(bytes, text, end - text, UTF_8) : null;
  }

  /** Whether the line without its line feed at {@code [start, end)} is not damaged. */
  public boolean isGood(byte[] bytes, int start, int end) {
    int text = start + TEXT;
    if (text > end || bytes[text - 1] != ' ') {
      return false;
    }
    int checksum = checksum(bytes, text, end - text);
    for (int i = 0; i < CRC_DIGITS; i++) {
      if (bytes[start + i] != digit(checksum, i)) {
        return false;
      }
    }
    return true;
  }

  /** The same for a line that is a string already. */
  public @Nullable String decode(String line) {
    byte[] bytes = line.getBytes(UTF_8);
    return decode(bytes, 0, bytes.length);
  }

  private int checksum(byte[] bytes, int offset, int length) {
    CRC32C crc = new CRC32C();
    crc.update(salt);
    crc.update(bytes, offset, length);
    return (int) crc.getValue();
  }

  private static byte digit(int checksum, int index) {
    return (byte) Character.forDigit((checksum >>> (4 * (CRC_DIGITS - 1 - index))) & 0xf, 16);
  }
}
