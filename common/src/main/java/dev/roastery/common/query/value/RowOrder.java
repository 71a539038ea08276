package dev.roastery.common.query.value;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.Rows;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A total order of rows, by the columns of {@code keys} one after the other: numbers, dates and
 * times by value, texts by their UTF-8 bytes, unsigned.
 */
public record RowOrder(List<Key> keys) {

  /** One column to order by. */
  public record Key(int column, By by) {}

  /** A direction, and where it puts nulls. A group without a measure never ranks first. */
  public enum By {
    ASCENDING_NULLS_FIRST,
    ASCENDING_NULLS_LAST,
    DESCENDING_NULLS_LAST
  }

  public RowOrder {
    keys = List.copyOf(keys);
  }

  /** By all of the first {@code columns} columns, ascending, nulls first. */
  public static RowOrder ascending(int columns) {
    return new RowOrder(
        IntStream.range(0, columns)
            .mapToObj(column -> new Key(column, By.ASCENDING_NULLS_FIRST))
            .toList());
  }

  /** Compares row {@code i} of {@code a} with row {@code j} of {@code b}; columns by position. */
  public int compare(Rows a, int i, Rows b, int j) {
    for (Key key : keys) {
      Column left = a.columns().get(key.column());
      Column right = b.columns().get(key.column());
      int order = compare(left, i, right, j, key.by());
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int compare(Column left, int i, Column right, int j, By by) {
    boolean noLeft = left.isNull(i);
    boolean noRight = right.isNull(j);
    if (noLeft || noRight) {
      int nullsFirst = Boolean.compare(noRight, noLeft);
      return by == By.ASCENDING_NULLS_FIRST ? nullsFirst : -nullsFirst;
    }
    int ascending = compareValues(left, i, right, j);
    return by == By.DESCENDING_NULLS_LAST ? Integer.compare(0, ascending) : ascending;
  }

  private static int compareValues(Column left, int i, Column right, int j) {
    if (left instanceof Column.Longs a && right instanceof Column.Longs b) {
      return Long.compare(a.values()[i], b.values()[j]);
    }
    if (left instanceof Column.Texts a && right instanceof Column.Texts b) {
      int[] from = a.offsets();
      int[] to = b.offsets();
      return Arrays.compareUnsigned(a.bytes(), from[i], from[i + 1], b.bytes(), to[j], to[j + 1]);
    }
    throw new IllegalArgumentException("a column of texts compared with one of numbers");
  }
}
