package dev.roastery.common.query.value;

import dev.roastery.common.message.rows.Rows;
import java.util.stream.IntStream;

/** Sorts in the plainest way. */
public final class SortedRows {

  private SortedRows() {}

  /** The rows' numbers in this order; equal rows stay as they are. */
  public static int[] by(RowOrder order, Rows rows) {
    return IntStream.range(0, rows.count())
        .boxed()
        .sorted((i, j) -> order.compare(rows, i, rows, j))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
