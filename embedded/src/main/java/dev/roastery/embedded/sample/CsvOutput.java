package dev.roastery.embedded.sample;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** One CSV file being written, from values to bytes without a detour. */
final class CsvOutput implements Closeable {

  private static final int FLUSH_BYTES = 1 << 18;
  private static final int ROW_BYTES_MAX = 1 << 10;

  private final OutputStream file;
  private final byte[] buffer = new byte[FLUSH_BYTES + ROW_BYTES_MAX];
  private int filled;
  private long rows;
  private long bytes;

  CsvOutput(Path path, String header) throws IOException {
    file = Files.newOutputStream(path);
    text(header.getBytes(US_ASCII));
    buffer[filled++] = '\n';
  }

  void text(byte[] text) {
    System.arraycopy(text, 0, buffer, filled, text.length);
    filled += text.length;
  }

  void whole(long value) {
    int digits = 1;
    for (long rest = value; rest > 9; rest /= 10) {
      digits++;
    }
    filled += digits;
    int at = filled;
    for (long rest = value; digits > 0; rest /= 10) {
      buffer[--at] = (byte) ('0' + rest % 10);
      digits--;
    }
  }

  /** Exports spell an amount with the decimals it needs, and one at least: 24.0, 9.5, 19.25. */
  void amount(int cents) {
    whole(cents / 100);
    buffer[filled++] = '.';
    buffer[filled++] = (byte) ('0' + cents / 10 % 10);
    if (cents % 10 != 0) {
      buffer[filled++] = (byte) ('0' + cents % 10);
    }
  }

  void comma() {
    buffer[filled++] = ',';
  }

  void endRow() throws IOException {
    buffer[filled++] = '\n';
    rows++;
    if (filled >= FLUSH_BYTES) {
      flush();
    }
  }

  private void flush() throws IOException {
    file.write(buffer, 0, filled);
    bytes += filled;
    filled = 0;
  }

  /** Writes the rest, and says what the whole file is. */
  SampleReport finish() throws IOException {
    flush();
    return new SampleReport(1, rows, bytes);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
