package dev.roastery.testkit.rows;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Gathers the values of a column of numbers. */
public final class LongsBuilder {

  private final ColumnType type;
  private long[] values;
  private long @Nullable [] nulls;
  private int count;

  public LongsBuilder(ColumnType type, int expectedCount) {
    this.type = type;
    this.values = new long[expectedCount];
  }

  public LongsBuilder add(long value) {
    if (count == values.length) {
      values = Arrays.copyOf(values, Growing.grown(count));
    }
    values[count++] = value;
    return this;
  }

  public LongsBuilder addNull() {
    nulls = Growing.withNull(nulls, count);
    return add(0);
  }

  public int count() {
    return count;
  }

  public Column.Longs build() {
    return Column.Longs.of(
        type, count, Arrays.copyOf(values, count), Growing.covering(nulls, count));
  }
}
