package dev.roastery.common.wire;

import org.jspecify.annotations.Nullable;

/**
 * One column. {@code nulls} has bit {@code row & 63} of word {@code row >> 6} set where the value
 * is null, and is itself null when no value is; the value behind a null is 0 or the empty text. The
 * arrays belong to the column: nobody changes them.
 */
public sealed interface Column {

  int count();

  ColumnType type();

  long @Nullable [] nulls();

  default boolean isNull(int row) {
    long[] bits = nulls();
    return bits != null && (bits[row >> 6] >>> row & 1) != 0;
  }

  /** Whole numbers, decimals, dates and timestamps. {@code values} may be longer than the count. */
  record Longs(ColumnType type, int count, long[] values, long @Nullable [] nulls)
      implements Column {}

  /** Text: value {@code row} is {@code bytes[offsets[row] .. offsets[row + 1])}. */
  record Texts(int count, byte[] bytes, int[] offsets, long @Nullable [] nulls) implements Column {
    @Override
    public ColumnType type() {
      return new ColumnType.Text();
    }
  }
}
