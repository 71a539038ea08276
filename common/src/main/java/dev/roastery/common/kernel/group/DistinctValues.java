package dev.roastery.common.kernel.group;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.kernel.ArraySizes;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.NullBits;
import dev.roastery.common.query.bound.Tail;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The different values of each group, and how many rows have each: what finds the one at some place
 * needs to know nothing of the order in which rows came.
 */
final class DistinctValues {

  private static final int MILLION = 1_000_000;

  private final GroupIndex pairs;
  private long[] weights = new long[16];
  private final String query;

  DistinctValues(String query, ColumnType type) {
    this.query = query;
    this.pairs = new GroupIndex(List.of(KeyColumn.of(new ColumnType.Whole()), KeyColumn.of(type)));
  }

  /** Row {@code i} belongs to group {@code groups[i]}; nulls have no value. */
  void add(Column column, @Nullable Column weight, int[] groups) {
    long[] ofRow = new long[column.count()];
    int[] rows = new int[column.count()];
    int present = 0;
    for (int row = 0; row < ofRow.length; row++) {
      ofRow[row] = groups[row];
      rows[present] = row;
      present += column.isNull(row) ? 0 : 1;
    }
    Column[] inputs = {new Column.Longs(new ColumnType.Whole(), ofRow.length, ofRow, null), column};
    int[] numbers = new int[GroupIndex.BLOCK];
    for (int at = 0; at < present; at += GroupIndex.BLOCK) {
      int count = Math.min(GroupIndex.BLOCK, present - at);
      pairs.number(inputs, rows, at, count, numbers);
      grow();
      for (int i = 0; i < count; i++) {
        weights[numbers[i]] += weight == null ? 1 : ((Column.Longs) weight).values()[rows[at + i]];
      }
    }
  }

  private void grow() {
    if (pairs.count() > weights.length) {
      weights = Arrays.copyOf(weights, ArraySizes.beyond(weights.length, pairs.count()));
    }
  }

  long bytes() {
    return pairs.bytes() + (long) weights.length * Long.BYTES;
  }

  private long[] groupOfPair() {
    return ((Column.Longs) pairs.column(0)).values();
  }

  /** The value at the place that the measure asks for, in each group. */
  Column values(Tail.Measure measure, int groupCount) {
    long[] ofPair = groupOfPair();
    long[] values = ((Column.Longs) pairs.column(1)).values();
    Integer[] sorted = IntStream.range(0, pairs.count()).boxed().toArray(Integer[]::new);
    Arrays.sort(
        sorted,
        Comparator.<Integer>comparingLong(pair -> ofPair[pair])
            .thenComparingLong(pair -> values[pair]));
    long[] found = new long[groupCount];
    long[] nulls = new long[NullBits.words(groupCount)];
    for (int group = 0; group < groupCount; group++) {
      NullBits.set(nulls, group);
    }
    for (int from = 0; from < sorted.length; ) {
      int group = (int) ofPair[sorted[from]];
      int to = from;
      long rows = 0;
      while (to < sorted.length && ofPair[sorted[to]] == group) {
        rows = Math.addExact(rows, weights[sorted[to++]]);
      }
      found[group] = value(measure, sorted, from, rows, values);
      nulls[group >> 6] &= ~(1L << group);
      from = to;
    }
    return new Column.Longs(
        measure.result().type(), groupCount, found, NullBits.any(nulls, groupCount) ? nulls : null);
  }

  private long value(Tail.Measure measure, Integer[] sorted, int from, long rows, long[] values) {
    if (measure.kind() == Tail.Kind.QUANTILE) {
      // The least number of rows that is at least the share of all.
      long place = Math.max(1, Math.ceilDiv(Math.multiplyExact(rows, measure.share()), MILLION));
      return at(place, sorted, from, values);
    }
    long low = at((rows + 1) / 2, sorted, from, values);
    long high = at(rows / 2 + 1, sorted, from, values);
    try {
      return Math.multiplyExact(Math.addExact(low, high), 5L);
    } catch (ArithmeticException tooLarge) {
      throw new JobFailure(
          "query %s: the median for \"%s\" of some group does not fit into 64 bits"
              .formatted(query, measure.result().name()));
    }
  }

  private long at(long place, Integer[] sorted, int from, long[] values) {
    long rows = 0;
    int at = from;
    while (rows + weights[sorted[at]] < place) {
      rows += weights[sorted[at++]];
    }
    return values[sorted[at]];
  }
}
