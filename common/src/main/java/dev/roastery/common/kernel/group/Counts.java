package dev.roastery.common.kernel.group;

import dev.roastery.common.kernel.ArraySizes;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts rows, or the values of a column. Never null. */
final class Counts implements Accumulator {

  private static final ColumnType WHOLE = new ColumnType.Whole();

  private long[] counts = new long[16];

  @Override
  public long bytes() {
    return (long) counts.length * Long.BYTES;
  }

  @Override
  public void grow(int groupCount) {
    if (groupCount > counts.length) {
      counts = Arrays.copyOf(counts, ArraySizes.beyond(counts.length, groupCount));
    }
  }

  @Override
  public void add(@Nullable Column column, int[] rows, int from, int count, int[] groups) {
    long[] counts = this.counts;
    if (column == null || column.nulls() == null) {
      for (int i = 0; i < count; i++) {
        counts[groups[i]]++;
      }
    } else {
      for (int i = 0; i < count; i++) {
        counts[groups[i]] += column.isNull(rows[from + i]) ? 0 : 1;
      }
    }
  }

  @Override
  public void merge(List<Column> other, int[] rows, int from, int count, int[] groups) {
    long[] values = ((Column.Longs) other.getFirst()).values();
    for (int i = 0; i < count; i++) {
      counts[groups[i]] += values[rows[from + i]];
    }
  }

  @Override
  public Column result(ColumnType type, int groupCount) {
    return new Column.Longs(WHOLE, groupCount, counts, null);
  }
}
