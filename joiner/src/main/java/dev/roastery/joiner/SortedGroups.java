package dev.roastery.joiner;

import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.Selection;
import dev.roastery.common.kernel.expression.Evaluation;
import dev.roastery.common.kernel.group.Regrouping;
import dev.roastery.common.kernel.order.RowGather;
import dev.roastery.common.kernel.run.RowSorter;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.bound.Tail;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.query.value.RowOrder;
import dev.roastery.common.spill.JobSpace;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Groups more rows than a piece of work may hold: they are sorted by their keys first, so that only
 * the groups of a few batches are in memory at a time.
 */
final class SortedGroups {

  private final String query;
  private final Tail.Regroup regroup;
  private final RowOrder byKeys;
  private final RowSorter sorter;
  private @Nullable Iterator<Rows> sorted;

  /** The groups of the rows so far, of which the last may go on. */
  private Regrouping open;

  /** The last row so far; {@code null} before the first. */
  private @Nullable Rows last;

  private boolean isDone;

  SortedGroups(String query, Tail.Regroup regroup, List<ResultColumn> columns, JobSpace space) {
    this.query = query;
    this.regroup = regroup;
    this.open = new Regrouping(query, regroup);
    List<ColumnType> types = new ArrayList<>(columns.stream().map(ResultColumn::type).toList());
    List<RowOrder.Key> order = new ArrayList<>();
    for (Tail.Output key : regroup.keys()) {
      order.add(new RowOrder.Key(types.size(), RowOrder.By.ASCENDING_NULLS_FIRST));
      types.add(key.expr().format().type());
    }
    this.byKeys = new RowOrder(order);
    this.sorter = RowSorter.ofAll(types, byKeys, space);
  }

  void add(Rows rows) {
    if (rows.count() == 0) {
      return;
    }
    Evaluation evaluation = new Evaluation(query, rows);
    List<Column> columns = new ArrayList<>(rows.columns());
    regroup.keys().forEach(key -> columns.add(evaluation.all(key.expr())));
    sorter.add(Batches.rows(rows.count(), columns));
  }

  /** Some groups, perhaps none; null when there are no more. */
  @Nullable Rows next() {
    if (isDone) {
      return null;
    }
    sorted = sorted == null ? sorter.sorted() : sorted;
    if (!sorted.hasNext()) {
      isDone = true;
      sorter.close();
      boolean isEmpty = last == null && !regroup.keys().isEmpty();
      return isEmpty ? null : open.rows();
    }
    Rows rows = sorted.next();
    if (rows.count() == 0) {
      return none();
    }
    int begun = beginOfLastGroup(rows);
    Regrouping complete = open;
    if (begun == 0 && isSame(rows)) {
      open.add(rows);
      return none();
    }
    complete.add(part(rows, 0, begun));
    open = new Regrouping(query, regroup);
    open.add(part(rows, begun, rows.count()));
    boolean wasEmpty = last == null && begun == 0;
    last = part(rows, rows.count() - 1, rows.count());
    return wasEmpty ? none() : complete.rows();
  }

  private boolean isSame(Rows rows) {
    return last != null && byKeys.compare(last, 0, rows, 0) == 0;
  }

  private int beginOfLastGroup(Rows rows) {
    int begin = rows.count() - 1;
    while (begin > 0 && byKeys.compare(rows, begin - 1, rows, begin) == 0) {
      begin--;
    }
    return begin;
  }

  private Rows none() {
    return RowGather.rows(new Regrouping(query, regroup).rows(), new int[0]);
  }

  private static Rows part(Rows rows, int from, int to) {
    return RowGather.rows(rows, Selection.all(rows.count()).rows(), from, to);
  }
}
