package dev.roastery.common.kernel.order;

import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.Selection;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Cuts rows that come some at a time into the batches that {@link BatchSlicer} would make of all of
 * them.
 */
public final class BatchStream {

  private final String query;
  private final List<ColumnType> types;
  private final Consumer<byte[]> batch;

  /** What the next rows may still be in one batch with. */
  private @Nullable Rows open;

  public BatchStream(String query, List<ColumnType> types, Consumer<byte[]> batch) {
    this.query = query;
    this.types = types;
    this.batch = batch;
  }

  public void add(Rows rows) {
    if (rows.count() == 0) {
      return;
    }
    Rows all = open == null ? rows : RowsBuffer.concatenated(types, List.of(open, rows));
    int[] numbers = Selection.all(all.count()).rows();
    int last = BatchSlicer.cut(query, all, numbers, (from, to) -> send(all, numbers, from, to));
    open = RowGather.rows(all, numbers, last, numbers.length);
  }

  private void send(Rows rows, int[] numbers, int from, int to) {
    batch.accept(Batches.encode(RowGather.rows(rows, numbers, from, to)));
  }

  /** No rows follow. */
  public void finish() {
    if (open != null) {
      batch.accept(Batches.encode(open));
      open = null;
    }
  }
}
