package dev.roastery.common.kernel.order;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.kernel.Batches;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.Rows;
import java.util.function.Consumer;

/**
 * Cuts rows into batches by a rule that never changes, so that the same rows are the same batches
 * (invariant 1): a batch ends after 16,384 rows, or when another row would make it longer than 4
 * MiB.
 */
public final class BatchSlicer {

  public static final int ROWS_MAX = 16_384;

  static final int BYTES_MAX = 4 << 20;

  /** More could make a message that is refused. */
  static final int ROW_BYTES_MAX = 8 << 20;

  private BatchSlicer() {}

  /** A batch has the rows {@code numbers[from .. to)}. */
  @FunctionalInterface
  interface Cut {
    void between(int from, int to);
  }

  /** Gives the bytes of batches of these rows, in the order of {@code numbers}. */
  public static void each(String query, Rows rows, int[] numbers, Consumer<byte[]> batch) {
    int last =
        cut(
            query,
            rows,
            numbers,
            (from, to) -> batch.accept(Batches.encode(RowGather.rows(rows, numbers, from, to))));
    if (last < numbers.length) {
      batch.accept(Batches.encode(RowGather.rows(rows, numbers, last, numbers.length)));
    }
  }

  /** Gives all batches but the last, to which more rows could belong; returns where it begins. */
  static int cut(String query, Rows rows, int[] numbers, Cut cut) {
    int from = 0;
    long bytes = 0;
    long fixed = (long) rows.columns().size() * Long.BYTES;
    Column.Texts[] texts =
        rows.columns().stream().filter(Column.Texts.class::isInstance).toArray(Column.Texts[]::new);
    for (int to = 0; to < numbers.length; to++) {
      long more = fixed;
      for (Column.Texts column : texts) {
        more += column.length(numbers[to]);
      }
      if (more > ROW_BYTES_MAX) {
        throw new JobFailure(
            "query %s: a row of %,d bytes; at most %,d can be sent: do not select its long texts"
                .formatted(query, more, ROW_BYTES_MAX));
      }
      if (to - from == ROWS_MAX || (to > from && bytes + more > BYTES_MAX)) {
        cut.between(from, to);
        from = to;
        bytes = 0;
      }
      bytes += more;
    }
    return from;
  }
}
