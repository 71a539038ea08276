package dev.roastery.common.kernel.group;

import dev.roastery.common.kernel.ArraySizes;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The lowest (direction -1) or highest (1) value; null where there was none. */
final class Extremes implements Accumulator {

  private final int direction;
  private long[] values = new long[16];
  private boolean[] present = new boolean[16];

  Extremes(int direction) {
    this.direction = direction;
  }

  @Override
  public long bytes() {
    return present.length + (long) values.length * Long.BYTES;
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
    Column.Longs longs = (Column.Longs) Objects.requireNonNull(column);
    for (int i = 0; i < count; i++) {
      int row = rows[from + i];
      if (!longs.isNull(row)) {
        int group = groups[i];
        long value = longs.values()[row];
        if (!present[group] || direction * Long.compare(value, values[group]) > 0) {
          values[group] = value;
          present[group] = true;
        }
      }
    }
  }

  @Override
  public void merge(List<Column> other, int[] rows, int from, int count, int[] groups) {
    add(other.getFirst(), rows, from, count, groups);
  }

  @Override
  public Column result(ColumnType type, int groupCount) {
    return new Column.Longs(type, groupCount, values, Accumulator.nulls(present, groupCount));
  }
}
