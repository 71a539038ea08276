package dev.roastery.common.kernel.group;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.NullBits;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The groups there are: each distinct key has a number, from 0. Without key columns there is one
 * group, from the start.
 */
public final class GroupIndex {

  /** Rows are looked up in blocks that stay in the processor's cache. */
  public static final int BLOCK = 2_048;

  private final List<KeyColumn> columns;
  private final List<KeyColumn> made;
  private final KeyTupleTable tuples;
  private final DenseKeyCache window;
  private final long[][] values;
  private final short[] nulls = new short[BLOCK];

  public GroupIndex(List<KeyColumn> columns) {
    this.columns = columns;
    this.made = columns.stream().map(KeyColumn::made).toList();
    this.tuples = new KeyTupleTable(Math.max(1, columns.size()));
    this.window = new DenseKeyCache(Math.max(1, columns.size()));
    this.values = new long[columns.size()][BLOCK];
  }

  public int count() {
    return columns.isEmpty() ? 1 : tuples.count();
  }

  /** The memory that grows with the keys. */
  long bytes() {
    return tuples.bytes() + columns.stream().mapToLong(KeyColumn::bytes).sum();
  }

  /** The groups of {@code count} (at most a block) of these rows, from {@code from} on. */
  public void number(Column[] inputs, int[] rows, int from, int count, int[] groups) {
    if (columns.isEmpty()) {
      Arrays.fill(groups, 0, count, 0);
    } else {
      read(columns, inputs, rows, from, count);
      window.add(values, nulls, count, tuples, groups);
    }
  }

  /**
   * The same, of rows that hold the keys as {@link #column} gives them. Each key comes once a
   * table: there is nothing for a cache to gain.
   */
  void numberMade(Column[] inputs, int[] rows, int from, int count, int[] groups) {
    if (columns.isEmpty()) {
      Arrays.fill(groups, 0, count, 0);
    } else {
      read(made, inputs, rows, from, count);
      tuples.addAll(values, nulls, count, groups);
    }
  }

  private void read(List<KeyColumn> readers, Column[] inputs, int[] rows, int from, int count) {
    Arrays.fill(nulls, 0, count, (short) 0);
    for (int key = 0; key < values.length; key++) {
      readers.get(key).read(inputs[key], rows, from, count, values[key]);
      markNulls(inputs[key], rows, from, count, key);
    }
  }

  private void markNulls(Column column, int[] rows, int from, int count, int key) {
    if (column.nulls() != null) {
      for (int i = 0; i < count; i++) {
        if (column.isNull(rows[from + i])) {
          nulls[i] |= (short) (1 << key);
          values[key][i] = 0;
        }
      }
    }
  }

  /** The group of a row, as {@link #numberMade} would number it; -1 without one, or with a null. */
  public int find(Column[] inputs, int row) {
    for (int key = 0; key < inputs.length; key++) {
      if (inputs[key].isNull(row) || !made.get(key).find(inputs[key], row, values[key])) {
        return KeyTupleTable.NONE;
      }
    }
    nulls[0] = 0;
    return tuples.find(values, nulls, 0);
  }

  /** A key of all groups, by number. */
  Column column(int key) {
    return column(key, 0, count());
  }

  /** The same of the groups from {@code from} to {@code to}. */
  Column column(int key, int from, int to) {
    int count = to - from;
    long[] numbers = new long[count];
    long @Nullable [] missing = null;
    tuples.values(key, from, numbers);
    for (int i = 0; i < count; i++) {
      if (numbers[i] == 0 && tuples.isNull(key, from + i)) {
        missing = NullBits.with(missing, count, i);
      }
    }
    return columns.get(key).column(numbers, count, missing);
  }
}
