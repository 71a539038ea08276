package dev.roastery.joiner;

import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.Selection;
import dev.roastery.common.kernel.expression.Evaluation;
import dev.roastery.common.kernel.group.KeyColumn;
import dev.roastery.common.kernel.group.Regrouping;
import dev.roastery.common.kernel.order.RowGather;
import dev.roastery.common.kernel.order.RowSort;
import dev.roastery.common.kernel.run.RowSorter;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.bound.BoundExpr;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.bound.Tail;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.query.value.ValueFormat;
import dev.roastery.common.spill.JobSpace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a query's tail over its joined rows, which come some at a time: first all of them are added,
 * then {@link #step} is called until nothing is left to do. What is more than a piece of work may
 * hold is sorted in files.
 */
final class TailRun {

  private final String query;
  private final Tail tail;
  private final Consumer<Rows> result;
  private final JobSpace space;
  private final @Nullable Regrouping regrouping;
  private final @Nullable SortedGroups sortedGroups;
  private final Deque<WindowRun> windows = new ArrayDeque<>();
  private final @Nullable RowSorter ordered;
  private final Map<Integer, KeyColumn> numbered;

  /** What {@code ordered} has given, of which there is more. */
  private @Nullable Iterator<Rows> sorted;

  /** The groups in memory, of which there may be more. */
  private @Nullable Iterator<Rows> inMemory;

  private long sent;
  private boolean grouped;

  /** Where groups are that are grouped again. */
  enum Groups {
    IN_MEMORY,
    /** Some at a time, because the rows are sorted by their keys first, in files. */
    SORTED
  }

  /**
   * @param result gets the rows of the result, in their order
   */
  TailRun(BoundQuery query, Tail tail, Groups groups, JobSpace space, Consumer<Rows> result) {
    this.query = query.name();
    this.tail = tail;
    this.result = result;
    this.space = space;
    List<ResultColumn> columns = query.joined();
    Tail.Regroup regroup = tail.regroup();
    this.regrouping =
        regroup == null || groups == Groups.SORTED ? null : new Regrouping(this.query, regroup);
    this.sortedGroups =
        regroup == null || groups == Groups.IN_MEMORY
            ? null
            : new SortedGroups(this.query, regroup, columns, space);
    this.numbered =
        regroup == null || regrouping == null ? Map.of() : numbered(query, regroup, regrouping);
    List<ColumnType> types =
        new ArrayList<>(
            (regroup == null ? columns : regroup.columns())
                .stream().map(ResultColumn::type).toList());
    for (Tail.Window window : tail.windows()) {
      windows.add(new WindowRun(this.query, window, types, space));
      types.add(window.type());
    }
    this.ordered =
        tail.order().keys().isEmpty()
            ? null
            : new RowSorter(
                tail.outputs().stream().map(output -> output.expr().format().type()).toList(),
                tail.order(),
                this::best,
                space);
  }

  /**
   * Of the joined columns those of texts that are keys and nothing else, each with what numbers its
   * texts: where it is found a text is looked at once, and not in each row that finds it.
   */
  Map<Integer, KeyColumn> numbered() {
    return numbered;
  }

  private Map<Integer, KeyColumn> numbered(
      BoundQuery query, Tail.Regroup regroup, Regrouping regrouping) {
    List<BoundExpr> all = new ArrayList<>();
    regroup.keys().forEach(key -> all.add(key.expr()));
    regroup.measures().forEach(measure -> all.add(measure.of()));
    if (tail.where() != null) {
      all.add(tail.where());
    }
    Map<Integer, KeyColumn> found = new HashMap<>();
    for (int key = 0; key < regroup.keys().size(); key++) {
      if (regroup.keys().get(key).expr() instanceof BoundExpr.Input(int column, var format)
          && format instanceof ValueFormat.Text
          && column >= query.passed().size()
          && query.joins().stream().noneMatch(join -> join.on().contains(column))
          && all.stream().mapToLong(expr -> expr.uses(column)).sum() == 1) {
        found.put(column, regrouping.key(key));
      }
    }
    return found;
  }

  /** In their order; those behind the limit cannot be among the first of all. */
  private int[] best(Rows rows) {
    int[] order = RowSort.sorted(rows, tail.order());
    Integer limit = tail.limit();
    return limit == null || limit >= order.length ? order : Arrays.copyOf(order, limit);
  }

  /** Takes joined rows in. */
  void add(Rows joined) {
    Rows rows = where(tail.where(), joined);
    if (regrouping != null) {
      regrouping.add(rows);
    } else if (sortedGroups != null) {
      sortedGroups.add(rows);
    } else {
      group(rows);
    }
  }

  /** Whether its groups take more than a piece of work may hold. */
  boolean isTooLarge() {
    return regrouping != null && regrouping.bytes() > space.workBytes();
  }

  private Rows where(@Nullable BoundExpr condition, Rows rows) {
    if (condition == null || rows.count() == 0) {
      return rows;
    }
    int[] numbers = Selection.all(rows.count()).rows();
    int passed = new Evaluation(query, rows).select(condition, numbers, rows.count(), numbers);
    return passed == rows.count() ? rows : RowGather.rows(rows, numbers, 0, passed);
  }

  /** Groups, or rows of a query that has none. */
  private void group(Rows rows) {
    Rows kept = where(tail.having(), rows);
    if (windows.isEmpty()) {
      output(kept);
    } else {
      windows.getFirst().add(kept);
    }
  }

  private void output(Rows rows) {
    if (rows.count() == 0) {
      return;
    }
    Evaluation evaluation = new Evaluation(query, rows);
    List<Column> columns = new ArrayList<>();
    tail.outputs().forEach(output -> columns.add(evaluation.all(output.expr())));
    Rows outputs = Batches.rows(rows.count(), columns);
    if (ordered == null) {
      send(outputs);
    } else {
      ordered.add(outputs);
    }
  }

  private void send(Rows outputs) {
    Integer limit = tail.limit();
    long left = limit == null ? outputs.count() : Math.max(0, limit - sent);
    int count = (int) Math.min(left, outputs.count());
    if (count == 0) {
      return;
    }
    sent += count;
    List<Column> columns = outputs.columns().subList(0, tail.selected());
    Rows rows = Batches.rows(outputs.count(), columns);
    result.accept(
        count == outputs.count()
            ? rows
            : RowGather.rows(rows, Selection.all(count).rows(), 0, count));
  }

  /** Does a piece of what is left to do, when all rows have been added; false when it is done. */
  boolean step() {
    if (!grouped) {
      grouped = !stepGroups();
      return true;
    }
    WindowRun window = windows.peek();
    if (window != null) {
      Rows rows = window.next();
      if (rows == null) {
        windows.remove().close();
      } else if (windows.size() > 1) {
        windows.stream().skip(1).findFirst().orElseThrow().add(rows);
      } else {
        output(rows);
      }
      return true;
    }
    if (ordered == null) {
      return false;
    }
    sorted = sorted == null ? ordered.sorted() : sorted;
    if (sorted.hasNext()) {
      send(sorted.next());
      return true;
    }
    ordered.close();
    return false;
  }

  /** Whether more groups follow. */
  private boolean stepGroups() {
    if (regrouping != null) {
      inMemory = inMemory == null ? regrouping.rows(space.workBytes()) : inMemory;
      if (inMemory.hasNext()) {
        group(inMemory.next());
      }
      return inMemory.hasNext();
    }
    Rows some = sortedGroups == null ? null : sortedGroups.next();
    if (some == null) {
      return false;
    }
    group(some);
    return true;
  }
}
