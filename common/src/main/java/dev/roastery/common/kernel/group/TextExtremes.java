package dev.roastery.common.kernel.group;

import dev.roastery.common.kernel.ArraySizes;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The first (direction -1) or last (1) text by its bytes; null where there was none. */
final class TextExtremes implements Accumulator {

  private static final int OBJECT_BYTES = 24;

  private final int direction;
  private byte[][] values = new byte[16][];
  private boolean[] present = new boolean[16];
  private long textBytes;

  TextExtremes(int direction) {
    this.direction = direction;
  }

  @Override
  public long bytes() {
    return textBytes + (long) values.length * Long.BYTES;
  }

  @Override
  public void grow(int groupCount) {
    if (groupCount > values.length) {
      values = Arrays.copyOf(values, ArraySizes.beyond(values.length, groupCount));
      present = Arrays.copyOf(present, values.length);
    }
  }

  @Override
  public void add(@Nullable Column column, int[] rows, int from, int count, int[] groups) {
    Column.Texts texts = (Column.Texts) Objects.requireNonNull(column);
    for (int i = 0; i < count; i++) {
      int row = rows[from + i];
      if (!texts.isNull(row)) {
        offer(groups[i], texts.bytes(), texts.offsets()[row], texts.offsets()[row + 1]);
      }
    }
  }

  private void offer(int group, byte[] bytes, int start, int end) {
    boolean isFirst = !present[group];
    byte[] best = isFirst ? bytes : values[group];
    if (isFirst
        || direction * Arrays.compareUnsigned(bytes, start, end, best, 0, best.length) > 0) {
      values[group] = Arrays.copyOfRange(bytes, start, end);
      present[group] = true;
      textBytes += end - start + (isFirst ? OBJECT_BYTES : -best.length);
    }
  }

  @Override
  public void merge(List<Column> other, int[] rows, int from, int count, int[] groups) {
    add(other.getFirst(), rows, from, count, groups);
  }

  @Override
  public Column result(ColumnType type, int groupCount) {
    int[] offsets = new int[groupCount + 1];
    for (int group = 0; group < groupCount; group++) {
      long length = present[group] ? values[group].length : 0;
      offsets[group + 1] =
          ArraySizes.checked(offsets[group] + length, "the bytes of a text column");
    }
    byte[] bytes = new byte[offsets[groupCount]];
    for (int group = 0; group < groupCount; group++) {
      if (present[group]) {
        System.arraycopy(values[group], 0, bytes, offsets[group], values[group].length);
      }
    }
    long @Nullable [] nulls = Accumulator.nulls(present, groupCount);
    return new Column.Texts(groupCount, bytes, offsets, nulls);
  }
}
