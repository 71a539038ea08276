package dev.roastery.gateway.jobs.upload;

import java.util.Arrays;

/** The latest bytes of a part, from the first one that may be needed again. */
final class TailBuffer {

  private byte[] bytes = new byte[64 << 10];
  private int length;
  private long from;

  /** {@code from} is the offset of the next byte. */
  TailBuffer(long from) {
    this.from = from;
  }

  void add(byte[] portion, int count) {
    if (bytes.length - length < count) {
      bytes = Arrays.copyOf(bytes, Math.max(length + count, 2 * bytes.length));
    }
    System.arraycopy(portion, 0, bytes, length, count);
    length += count;
  }

  /** Discards the bytes before that offset. */
  void discardBefore(long offset) {
    int gone = Math.clamp(offset - from, 0, length);
    if (gone > 0) {
      length -= gone;
      System.arraycopy(bytes, gone, bytes, 0, length);
      from += gone;
    }
  }

  long from() {
    return from;
  }

  byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }
}
