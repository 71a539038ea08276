package dev.roastery.gateway.ingest;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Which rows of the column being built are null. Bits at and after the last row are 0. */
final class NullBits {

  long[] words = {};

  void reserve(int rows) {
    int needed = (rows + 63) / 64;
    if (words.length < needed) {
      words = Arrays.copyOf(words, needed);
    }
  }

  boolean get(int row) {
    return (words[row >> 6] >>> row & 1) != 0;
  }

  void set(int row) {
    words[row >> 6] |= 1L << row;
  }

  void put(int row, boolean isNull) {
    long bit = 1L << row;
    words[row >> 6] = isNull ? words[row >> 6] | bit : words[row >> 6] & ~bit;
  }

  /** Whether a row from {@code from} to {@code to}, or near these, is null. */
  boolean any(int from, int to) {
    long all = 0;
    for (int word = from >> 6; word <= (to - 1) >> 6; word++) {
      all |= words[word];
    }
    return all != 0;
  }

  void clear(int from, int to) {
    for (int row = from; row < to; row++) {
      put(row, false);
    }
  }

  /** The bits of {@code rows} rows as a column has them, and a fresh start. */
  long @Nullable [] take(int rows) {
    long[] taken = Arrays.copyOf(words, (rows + 63) / 64);
    Arrays.fill(words, 0);
    for (long word : taken) {
      if (word != 0) {
        return taken;
      }
    }
    return null;
  }
}
