package dev.roastery.common.kernel.expression;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.kernel.ArraySizes;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.NullBits;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A column of texts whose values come in any order; those that never come are empty. */
final class ComputedTexts {

  private byte[] bytes = new byte[1 << 10];
  private int size;
  private final int[] starts;
  private final int[] lengths;
  private long @Nullable [] nulls;

  ComputedTexts(int count) {
    this(count, null);
  }

  ComputedTexts(int count, long @Nullable [] nulls) {
    this.starts = new int[count];
    this.lengths = new int[count];
    this.nulls = nulls == null ? null : nulls.clone();
  }

  void set(int row, String text) {
    byte[] utf8 = text.getBytes(UTF_8);
    set(row, utf8, 0, utf8.length);
  }

  void set(int row, byte[] from, int start, int end) {
    int length = end - start;
    if (length > bytes.length - size) {
      bytes = Arrays.copyOf(bytes, ArraySizes.beyond(bytes.length, size + length));
    }
    System.arraycopy(from, start, bytes, size, length);
    starts[row] = size;
    lengths[row] = length;
    size += length;
  }

  void setNull(int row) {
    nulls = NullBits.with(nulls, starts.length, row);
  }

  Column.Texts column() {
    int[] offsets = new int[starts.length + 1];
    byte[] ordered = new byte[size];
    for (int row = 0; row < starts.length; row++) {
      System.arraycopy(bytes, starts[row], ordered, offsets[row], lengths[row]);
      offsets[row + 1] = offsets[row] + lengths[row];
    }
    return new Column.Texts(starts.length, ordered, offsets, nulls);
  }
}
