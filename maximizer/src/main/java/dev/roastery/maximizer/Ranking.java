package dev.roastery.maximizer;

import dev.roastery.common.kernel.ArraySizes;
import dev.roastery.common.kernel.Selection;
import dev.roastery.common.kernel.group.GroupIndex;
import dev.roastery.common.kernel.group.KeyColumn;
import dev.roastery.common.kernel.order.RowSort;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.bound.BoundRank;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.query.value.RowOrder;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which groups of a query are kept, and in which order they stand. Of each partition only the best
 * so far are remembered, so that ten million groups need not be sorted to find thirty.
 */
public final class Ranking {

  private final Rows rows;
  private final RowOrder order;
  private final int limit;

  /** The values that are compared first, when they are numbers without nulls. */
  private final long @Nullable [] leading;

  private final boolean descending;

  /** For each partition a heap of row numbers, the last in order on top. */
  private int[][] heaps = new int[16][];

  private int[] sizes = new int[16];

  private Ranking(Rows rows, RowOrder order, int limit) {
    this.rows = rows;
    this.order = order;
    this.limit = limit;
    RowOrder.Key first = order.keys().getFirst();
    this.leading =
        rows.columns().get(first.column()) instanceof Column.Longs longs && longs.nulls() == null
            ? longs.values()
            : null;
    this.descending = first.by() == RowOrder.By.DESCENDING_NULLS_LAST;
  }

  /** The numbers of the rows that are kept, in the order of the result. */
  public static int[] kept(BoundQuery query, Rows passed) {
    BoundRank rank = query.shape() instanceof BoundQuery.Groups groups ? groups.rank() : null;
    if (rank == null) {
      return RowSort.sorted(passed, query.order());
    }
    int partitionBy = rank.partitionBy().size();
    List<RowOrder.Key> within = query.order().keys();
    within = within.subList(partitionBy, within.size());
    Ranking ranking = new Ranking(passed, new RowOrder(within), rank.limit());
    ranking.offerAll(query.passed(), rank.partitionBy());
    return RowSort.sorted(passed, ranking.kept(), query.order());
  }

  private void offerAll(List<ResultColumn> columns, List<Integer> partitionBy) {
    GroupIndex partitions =
        new GroupIndex(
            partitionBy.stream().map(at -> KeyColumn.of(columns.get(at).type())).toList());
    Column[] keys = partitionBy.stream().map(rows.columns()::get).toArray(Column[]::new);
    int[] all = Selection.all(rows.count()).rows();
    int[] numbers = new int[GroupIndex.BLOCK];
    for (int at = 0; at < all.length; at += GroupIndex.BLOCK) {
      int count = Math.min(GroupIndex.BLOCK, all.length - at);
      partitions.number(keys, all, at, count, numbers);
      grow(partitions.count());
      for (int i = 0; i < count; i++) {
        offer(numbers[i], at + i);
      }
    }
  }

  private void grow(int partitions) {
    if (partitions > sizes.length) {
      sizes = Arrays.copyOf(sizes, ArraySizes.beyond(sizes.length, partitions));
      heaps = Arrays.copyOf(heaps, sizes.length);
    }
  }

  private void offer(int partition, int row) {
    int size = sizes[partition];
    if (size < limit) {
      int[] heap = size == 0 ? new int[Math.min(limit, 4)] : heaps[partition];
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, Math.min(limit, ArraySizes.beyond(size, size + 1)));
      }
      heaps[partition] = heap;
      sizes[partition] = size + 1;
      rise(heap, size, row);
    } else if (!fallsShort(row, heaps[partition][0]) && isBehind(heaps[partition][0], row)) {
      sink(heaps[partition], size, row);
    }
  }

  /** Most of ten million rows are behind by the first column already. */
  private boolean fallsShort(int row, int last) {
    return leading != null
        && (descending ? leading[row] < leading[last] : leading[row] > leading[last]);
  }

  private void rise(int[] heap, int from, int row) {
    int at = from;
    while (at > 0 && isBehind(row, heap[(at - 1) / 2])) {
      heap[at] = heap[(at - 1) / 2];
      at = (at - 1) / 2;
    }
    heap[at] = row;
  }

  private void sink(int[] heap, int size, int row) {
    int at = 0;
    for (int child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && isBehind(heap[child + 1], heap[child])) {
        child++;
      }
      if (!isBehind(heap[child], row)) {
        break;
      }
      heap[at] = heap[child];
      at = child;
    }
    heap[at] = row;
  }

  private boolean isBehind(int one, int other) {
    return order.compare(rows, one, rows, other) > 0;
  }

  private int[] kept() {
    int count = 0;
    int[] kept = new int[Arrays.stream(sizes).sum()];
    for (int partition = 0; partition < sizes.length; partition++) {
      if (sizes[partition] > 0) {
        System.arraycopy(heaps[partition], 0, kept, count, sizes[partition]);
        count += sizes[partition];
      }
    }
    return kept;
  }
}
