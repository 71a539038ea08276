package dev.roastery.joiner;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.Selection;
import dev.roastery.common.kernel.expression.Evaluation;
import dev.roastery.common.kernel.order.RowGather;
import dev.roastery.common.kernel.order.RowsBuffer;
import dev.roastery.common.kernel.run.RowSorter;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.NullBits;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.bound.BoundExpr;
import dev.roastery.common.query.bound.Tail;
import dev.roastery.common.query.value.RowOrder;
import dev.roastery.common.spill.JobSpace;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Appends to each row what depends on the others of its partition: its place among them, or the sum
 * over all of them. The rows of a partition come together, in the order in which they have places.
 */
final class WindowRun {

  private final String query;
  private final Tail.Window window;
  private final List<ColumnType> types;
  private final List<BoundExpr> sortedBy = new ArrayList<>();
  private final RowOrder partition;
  private final RowSorter sorter;
  private @Nullable Iterator<Rows> sorted;

  /** The partition that may go on: its last row, and the place of that. */
  private @Nullable Rows last;

  private long place;

  /** Of a sum: the rows of the partition that may go on. */
  private final List<Rows> open = new ArrayList<>();

  /**
   * @param types of the rows to which the window appends a column
   */
  WindowRun(String query, Tail.Window window, List<ColumnType> types, JobSpace space) {
    this.query = query;
    this.window = window;
    List<RowOrder.Key> order = new ArrayList<>();
    for (BoundExpr expr : window.partitionBy()) {
      order.add(key(types, expr, RowOrder.By.ASCENDING_NULLS_FIRST));
    }
    this.partition = new RowOrder(order);
    switch (window) {
      case Tail.Place of -> {
        of.orderBy().forEach(by -> order.add(key(types, by.expr(), by.by())));
        of.ties().forEach(at -> order.add(new RowOrder.Key(at, RowOrder.By.ASCENDING_NULLS_FIRST)));
      }
      case Tail.Whole of -> sortedBy.add(of.of());
    }
    List<ColumnType> all = new ArrayList<>(types);
    sortedBy.forEach(expr -> all.add(expr.format().type()));
    this.types = List.copyOf(all);
    this.sorter = RowSorter.ofAll(this.types, new RowOrder(order), space);
  }

  private RowOrder.Key key(List<ColumnType> before, BoundExpr expr, RowOrder.By by) {
    sortedBy.add(expr);
    return new RowOrder.Key(before.size() + sortedBy.size() - 1, by);
  }

  private int width() {
    return types.size() - sortedBy.size();
  }

  void add(Rows rows) {
    if (rows.count() == 0) {
      return;
    }
    Evaluation evaluation = new Evaluation(query, rows);
    List<Column> columns = new ArrayList<>(rows.columns());
    sortedBy.forEach(expr -> columns.add(evaluation.all(expr)));
    sorter.add(Batches.rows(rows.count(), columns));
  }

  /** Some rows with the new column, perhaps none; null when there are no more. */
  @Nullable Rows next() {
    sorted = sorted == null ? sorter.sorted() : sorted;
    if (sorted.hasNext()) {
      Rows rows = sorted.next();
      if (rows.count() == 0) {
        return RowsBuffer.concatenated(made(), List.of());
      }
      return switch (window) {
        case Tail.Place of -> placed(of, rows);
        case Tail.Whole _ -> summed(rows);
      };
    }
    if (!open.isEmpty()) {
      return closed();
    }
    return null;
  }

  void close() {
    sorter.close();
  }

  private Rows placed(Tail.Place of, Rows rows) {
    long[] places = new long[rows.count()];
    int[] kept = new int[rows.count()];
    int count = 0;
    for (int row = 0; row < places.length; row++) {
      boolean goesOn =
          row == 0
              ? last != null && partition.compare(last, 0, rows, 0) == 0
              : partition.compare(rows, row - 1, rows, row) == 0;
      place = goesOn ? place + 1 : 1;
      places[row] = place;
      kept[count] = row;
      Integer best = of.best();
      count += best == null || place <= best ? 1 : 0;
    }
    last = part(rows, rows.count() - 1, rows.count());
    Column column = Column.Longs.of(of.type(), places.length, places, null);
    return RowGather.rows(with(rows, column), kept, 0, count);
  }

  private Rows with(Rows rows, Column column) {
    List<Column> columns = new ArrayList<>(rows.columns().subList(0, width()));
    columns.add(column);
    return Batches.rows(rows.count(), columns);
  }

  private static Rows part(Rows rows, int from, int to) {
    return RowGather.rows(rows, Selection.all(rows.count()).rows(), from, to);
  }

  /** Gives the partitions that are complete; the rows of the last one wait. */
  private Rows summed(Rows rows) {
    List<Rows> complete = new ArrayList<>();
    int from = 0;
    for (int row = 0; row < rows.count(); row++) {
      boolean begins =
          row == 0
              ? last != null && partition.compare(last, 0, rows, 0) != 0
              : partition.compare(rows, row - 1, rows, row) != 0;
      if (begins) {
        addOpen(rows, from, row);
        complete.add(closed());
        from = row;
      }
    }
    addOpen(rows, from, rows.count());
    last = part(rows, rows.count() - 1, rows.count());
    return RowsBuffer.concatenated(made(), complete);
  }

  private List<ColumnType> made() {
    List<ColumnType> made = new ArrayList<>(types.subList(0, width()));
    made.add(window.type());
    return made;
  }

  private void addOpen(Rows rows, int from, int to) {
    if (to > from) {
      open.add(part(rows, from, to));
    }
  }

  private Rows closed() {
    Rows all = RowsBuffer.concatenated(types, open);
    open.clear();
    Column.Longs of = (Column.Longs) all.columns().getLast();
    BigInteger sum = BigInteger.ZERO;
    boolean any = false;
    for (int row = 0; row < of.count(); row++) {
      if (!of.isNull(row)) {
        sum = sum.add(BigInteger.valueOf(of.values()[row]));
        any = true;
      }
    }
    if (sum.bitLength() >= Long.SIZE) {
      throw new JobFailure(
          "query %s: a sum over groups does not fit into 64 bits".formatted(query));
    }
    long[] sums = new long[of.count()];
    Arrays.fill(sums, sum.longValueExact());
    long @Nullable [] nulls = null;
    for (int row = 0; !any && row < sums.length; row++) {
      nulls = NullBits.with(nulls, sums.length, row);
    }
    return with(all, Column.Longs.of(window.type(), sums.length, sums, nulls));
  }
}
