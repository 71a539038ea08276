package dev.roastery.common.message.rows;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The one layout of a bitmap of nulls: bit {@code row & 63} of word {@code row >> 6} is set where
 * row {@code row} is null, bits behind the last row are 0, and where no row is null there may be no
 * bitmap at all. Finished bitmaps are bare arrays, which the static methods read, for kernels loop
 * over them; an instance is a bitmap that is being built.
 */
public final class NullBits {

  private long[] words = {};

  // ---- bare bitmaps

  /** How many words a bitmap of so many rows has. */
  public static int words(int rows) {
    return (rows + 63) >>> 6;
  }

  public static boolean isNull(long @Nullable [] bits, int row) {
    return bits != null && at(bits, row) != 0;
  }

  /** 1 where the row is null, else 0: for loops without a branch. */
  public static int at(long[] bits, int row) {
    return (int) (bits[row >> 6] >>> row) & 1;
  }

  public static void set(long[] bits, int row) {
    bits[row >> 6] |= 1L << row;
  }

  /** Sets the bit of the row where {@code flag} is 1, and leaves it where that is 0. */
  public static void set(long[] bits, int row, int flag) {
    bits[row >> 6] |= (long) flag << row;
  }

  /** The bitmap of {@code rows} rows with this one set as well: a new one, if this is the first. */
  public static long[] with(long @Nullable [] bits, int rows, int row) {
    long[] some = bits == null ? new long[words(rows)] : bits;
    set(some, row);
    return some;
  }

  /** Whether one of the first {@code rows} rows is null. */
  public static boolean any(long[] bits, int rows) {
    return any(bits, 0, rows);
  }

  private static boolean any(long[] bits, int from, int to) {
    long all = 0;
    for (int word = from >> 6; word < words(to); word++) {
      all |= bits[word];
    }
    return all != 0;
  }

  // ---- a bitmap that is being built

  /** Makes room for so many rows; none of the new ones is null. */
  public void reserve(int rows) {
    if (words.length < words(rows)) {
      words = Arrays.copyOf(words, words(rows));
    }
  }

  /** The bitmap as far as it is reserved: to be read and set until the next {@link #reserve}. */
  public long[] bits() {
    return words;
  }

  /** The same, to be read only; none, where no row is null. */
  public long @Nullable [] bitsIfAny() {
    return any(words, words.length << 6) ? words : null;
  }

  public boolean get(int row) {
    return at(words, row) != 0;
  }

  public void set(int row) {
    set(words, row);
  }

  public void put(int row, boolean isNull) {
    long bit = 1L << row;
    words[row >> 6] = isNull ? words[row >> 6] | bit : words[row >> 6] & ~bit;
  }

  /** Whether a row from {@code from} to {@code to}, or near these, is null. */
  public boolean any(int from, int to) {
    return any(words, from, to);
  }

  public void clear(int from, int to) {
    for (int row = from; row < to; row++) {
      put(row, false);
    }
  }

  /** The bitmap of {@code rows} rows as a column has it, and a fresh start. */
  public long @Nullable [] take(int rows) {
    long[] taken = any(words, rows) ? Arrays.copyOf(words, words(rows)) : null;
    Arrays.fill(words, 0);
    return taken;
  }
}
