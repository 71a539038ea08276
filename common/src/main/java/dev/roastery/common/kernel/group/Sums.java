package dev.roastery.common.kernel.group;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.kernel.ArraySizes;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Adds values up; null where there was none. A sum may leave the range of a long and return to it.
 * The class counts how often it wraps around, so whether the sum fits in the end depends on the
 * rows and not on their order (invariant 1).
 */
final class Sums implements Accumulator {

  private static final ColumnType WHOLE = new ColumnType.Whole();

  private final String what;

  /** The sum modulo 2^64, and how many times 2^64 it is more than that. */
  private long[] sums = new long[16];

  private long @Nullable [] wraps;

  private boolean[] present = new boolean[16];

  /** {@code what} is what does not fit, in words. */
  Sums(String what) {
    this.what = what;
  }

  @Override
  public long bytes() {
    return present.length + (long) sums.length * Long.BYTES * (wraps == null ? 1 : 2);
  }

  @Override
  public void grow(int groupCount) {
    if (groupCount > sums.length) {
      sums = Arrays.copyOf(sums, ArraySizes.beyond(sums.length, groupCount));
      present = Arrays.copyOf(present, sums.length);
      wraps = wraps == null ? null : Arrays.copyOf(wraps, sums.length);
    }
  }

  @Override
  public void add(@Nullable Column column, int[] rows, int from, int count, int[] groups) {
    Column.Longs longs = (Column.Longs) Objects.requireNonNull(column);
    long[] values = longs.values();
    if (longs.nulls() == null) {
      addPresent(values, rows, from, count, groups);
    } else {
      for (int i = 0; i < count; i++) {
        int row = rows[from + i];
        if (!longs.isNull(row)) {
          add(groups[i], values[row]);
        }
      }
    }
  }

  /**
   * What is read again and again is in variables: the quick compiler moves nothing out of a loop.
   */
  private void addPresent(long[] values, int[] rows, int from, int count, int[] groups) {
    long[] sums = this.sums;
    boolean[] present = this.present;
    for (int i = 0; i < count; i++) {
      int group = groups[i];
      long value = values[rows[from + i]];
      long before = sums[group];
      long sum = before + value;
      sums[group] = sum;
      present[group] = true;
      if (((before ^ sum) & (value ^ sum)) < 0) {
        wrap(group, value < 0 ? -1 : 1);
      }
    }
  }

  /** Adds the value of each row as often as {@code times} says; the product may need 128 bits. */
  void addTimes(Column.Longs column, Column.Longs times, int[] groups) {
    for (int row = 0; row < column.count(); row++) {
      if (!column.isNull(row)) {
        long value = column.values()[row];
        long often = times.values()[row];
        long low = value * often;
        long high = Math.multiplyHigh(value, often) + (low < 0 ? 1 : 0);
        add(groups[row], low);
        if (high != 0) {
          wrap(groups[row], high);
        }
      }
    }
  }

  private void add(int group, long value) {
    long before = sums[group];
    long sum = before + value;
    sums[group] = sum;
    present[group] = true;
    if (((before ^ sum) & (value ^ sum)) < 0) {
      wrap(group, value < 0 ? -1 : 1);
    }
  }

  private void wrap(int group, long times) {
    wraps = wraps == null ? new long[sums.length] : wraps;
    wraps[group] += times;
  }

  @Override
  public void merge(List<Column> other, int[] rows, int from, int count, int[] groups) {
    add(other.getFirst(), rows, from, count, groups);
    if (other.size() > 1) {
      long[] times = ((Column.Longs) other.get(1)).values();
      for (int i = 0; i < count; i++) {
        if (times[rows[from + i]] != 0) {
          wrap(groups[i], times[rows[from + i]]);
        }
      }
    }
  }

  @Override
  public Column result(ColumnType type, int groupCount) {
    if (wraps != null && Arrays.stream(wraps, 0, groupCount).anyMatch(times -> times != 0)) {
      throw new JobFailure(
          what + " does not fit into 64 bits: ask for smaller groups, or fewer decimals");
    }
    return column(type, groupCount);
  }

  private Column column(ColumnType type, int groupCount) {
    return new Column.Longs(type, groupCount, sums, Accumulator.nulls(present, groupCount));
  }

  @Override
  public List<Column> state(ColumnType type, int groupCount) {
    long[] times = wraps == null ? new long[groupCount] : wraps;
    return List.of(column(type, groupCount), new Column.Longs(WHOLE, groupCount, times, null));
  }

  @Override
  public int stateColumns() {
    return 2;
  }
}
