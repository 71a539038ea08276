package dev.roastery.common.kernel.group;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.Selection;
import dev.roastery.common.kernel.expression.Evaluation;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.bound.Tail;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Groups rows, each of which may stand for many: the groups that a query has found first, or what
 * has been looked up for them. Its result is a function of the set of those rows.
 */
public final class Regrouping {

  private final String query;
  private final Tail.Regroup regroup;
  private final GroupIndex keys;
  private final List<Part> parts = new ArrayList<>();

  /** What adds up one measure: one of the two. */
  private record Part(
      Tail.Measure measure, @Nullable Accumulator sums, @Nullable DistinctValues values) {}

  public Regrouping(String query, Tail.Regroup regroup) {
    this.query = query;
    this.regroup = regroup;
    this.keys =
        new GroupIndex(
            regroup.keys().stream().map(key -> KeyColumn.of(key.expr().format().type())).toList());
    regroup.measures().forEach(measure -> parts.add(part(measure)));
  }

  private Part part(Tail.Measure measure) {
    String name = measure.result().name();
    String sum = "query %s: the sum for \"%s\" of some group".formatted(query, name);
    return switch (measure.kind()) {
      case SUM, TOTAL -> new Part(measure, new Sums(sum), null);
      case COUNT ->
          new Part(measure, measure.weight() == null ? new Counts() : new Sums(sum), null);
      case MIN, MAX -> {
        int direction = measure.kind() == Tail.Kind.MIN ? -1 : 1;
        yield new Part(measure, Accumulator.extremes(direction, measure.result().type()), null);
      }
      case DISTINCT, QUANTILE, MEDIAN ->
          new Part(measure, null, new DistinctValues(query, measure.of().format().type()));
    };
  }

  /** Takes rows in; their columns are those that the regroup names by position. */
  public void add(Rows rows) {
    if (rows.count() == 0) {
      return;
    }
    Evaluation evaluation = new Evaluation(query, rows);
    Column[] inputs =
        regroup.keys().stream().map(key -> evaluation.all(key.expr())).toArray(Column[]::new);
    int[] all = Selection.all(rows.count()).rows();
    int[] groups = new int[rows.count()];
    int[] block = new int[GroupIndex.BLOCK];
    for (int at = 0; at < all.length; at += GroupIndex.BLOCK) {
      int count = Math.min(GroupIndex.BLOCK, all.length - at);
      keys.number(inputs, all, at, count, block);
      System.arraycopy(block, 0, groups, at, count);
    }
    for (Part part : parts) {
      add(part, evaluation, rows, all, groups);
    }
  }

  private void add(Part part, Evaluation evaluation, Rows rows, int[] all, int[] groups) {
    Tail.Measure measure = part.measure();
    Column column = evaluation.all(measure.of());
    Integer at = measure.weight();
    Column.@Nullable Longs weight = at == null ? null : (Column.Longs) rows.columns().get(at);
    if (part.values() != null) {
      part.values().add(column, weight, groups);
    } else if (part.sums() != null) {
      part.sums().grow(keys.count());
      part.sums().add(weighted(measure, column, weight), all, 0, all.length, groups);
    }
  }

  private Column weighted(Tail.Measure measure, Column column, Column.@Nullable Longs weight) {
    if (weight == null) {
      return column;
    }
    return switch (measure.kind()) {
      case SUM, TOTAL -> product((Column.Longs) column, weight);
      case COUNT ->
          new Column.Longs(weight.type(), weight.count(), weight.values(), column.nulls());
      case MIN, MAX, DISTINCT, QUANTILE, MEDIAN -> column;
    };
  }

  private Column product(Column.Longs column, Column.Longs weight) {
    long[] values = new long[column.count()];
    try {
      for (int row = 0; row < values.length; row++) {
        values[row] = Math.multiplyExact(column.values()[row], weight.values()[row]);
      }
    } catch (ArithmeticException tooLarge) {
      throw new JobFailure(
          "query %s: a sum of equal values does not fit into 64 bits".formatted(query));
    }
    return new Column.Longs(column.type(), values.length, values, column.nulls());
  }

  public int count() {
    return keys.count();
  }

  /** The columns of {@link Tail.Regroup#columns}, a row for each group, in no order. */
  public Rows rows() {
    List<Column> columns = new ArrayList<>();
    for (int key = 0; key < regroup.keys().size(); key++) {
      columns.add(keys.column(key));
    }
    parts.forEach(part -> columns.add(result(part)));
    return Batches.rows(count(), columns);
  }

  private Column result(Part part) {
    Tail.Measure measure = part.measure();
    if (part.values() != null) {
      return measure.kind() == Tail.Kind.DISTINCT
          ? part.values().counts(count())
          : part.values().values(measure, count());
    }
    Accumulator sums = java.util.Objects.requireNonNull(part.sums());
    sums.grow(count());
    Column column = sums.partial(measure.result().type(), count());
    boolean isNeverNull = measure.kind() == Tail.Kind.COUNT || measure.kind() == Tail.Kind.TOTAL;
    return isNeverNull && column instanceof Column.Longs longs
        ? new Column.Longs(longs.type(), longs.count(), longs.values(), null)
        : column;
  }
}
