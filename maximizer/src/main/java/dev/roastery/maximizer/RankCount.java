package dev.roastery.maximizer;

import dev.roastery.common.kernel.Selection;
import dev.roastery.common.kernel.order.RowGather;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.bound.BoundRank;
import dev.roastery.common.query.value.RowOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Of rows that come in the order of the result, some at a time: the first of each partition of the
 * rank, as many as are kept; without a rank all of them.
 */
public final class RankCount {

  private final @Nullable BoundRank rank;
  private final RowOrder partition;

  /** The last row that was seen, and its place in its partition. */
  private @Nullable Rows last;

  private int place;

  public RankCount(BoundQuery query) {
    this.rank = query.shape() instanceof BoundQuery.Groups groups ? groups.rank() : null;
    List<RowOrder.Key> keys = query.order().keys();
    this.partition = new RowOrder(rank == null ? List.of() : keys.subList(0, partitionKeys(rank)));
  }

  private static int partitionKeys(BoundRank rank) {
    return rank.partitionBy().size();
  }

  public Rows kept(Rows rows) {
    if (rank == null || rows.count() == 0) {
      return rows;
    }
    int[] numbers = new int[rows.count()];
    int count = 0;
    for (int row = 0; row < rows.count(); row++) {
      place = isOfTheSame(rows, row) ? place + 1 : 1;
      if (place <= rank.limit()) {
        numbers[count++] = row;
      }
    }
    last = RowGather.rows(rows, Selection.all(rows.count()).rows(), rows.count() - 1, rows.count());
    return RowGather.rows(rows, numbers, 0, count);
  }

  private boolean isOfTheSame(Rows rows, int row) {
    if (row > 0) {
      return partition.compare(rows, row - 1, rows, row) == 0;
    }
    return last != null && partition.compare(last, 0, rows, 0) == 0;
  }
}
