package dev.roastery.common.query.bound;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.query.value.RowOrder;
import dev.roastery.common.query.value.ValueFormat;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of rows after the joins, in one place that has them all:
 *
 * <pre>
 *   joined() ─ where ─ regroup ─▶ grouped() ─ having ─ windows ─▶ grouped() + windows ─ outputs,
 *   order, limit ─▶ the first {@code selected} outputs
 * </pre>
 *
 * Each step names columns by position in the list before. Without {@code regroup}, grouped() is
 * joined().
 *
 * @param outputs the columns of the result, then those that only {@code order} needs
 * @param limit how many rows the result has at most; {@code null} without a limit
 */
public record Tail(
    @Nullable BoundExpr where,
    @Nullable Regroup regroup,
    @Nullable BoundExpr having,
    List<Window> windows,
    List<Output> outputs,
    int selected,
    RowOrder order,
    @Nullable Integer limit) {

  public Tail {
    windows = List.copyOf(windows);
    outputs = List.copyOf(outputs);
  }

  /** A column of the result. */
  public record Output(String name, BoundExpr expr) {
    ResultColumn column() {
      return new ResultColumn(name, expr.format());
    }
  }

  /** Groups rows, each of which may stand for several: without keys, into one group. */
  public record Regroup(List<Output> keys, List<Measure> measures) {
    public Regroup {
      keys = List.copyOf(keys);
      measures = List.copyOf(measures);
    }

    public List<ResultColumn> columns() {
      List<ResultColumn> columns = new ArrayList<>();
      keys.forEach(key -> columns.add(key.column()));
      measures.forEach(measure -> columns.add(measure.result()));
      return columns;
    }
  }

  /**
   * A measure of groups, over an expression of their rows; nulls do not take part.
   *
   * @param weight the column that says how many rows a row stands for; {@code null}: one
   * @param share of a quantile, in millionths
   */
  public record Measure(
      Kind kind, BoundExpr of, @Nullable Integer weight, int share, ResultColumn result) {}

  /** How the values of a group become one. None depends on the order of the rows. */
  public enum Kind {
    SUM,
    /** Of sums, as {@link BoundMeasure#partial} has them: a column and the one behind it. */
    SUM_OF_SUMS,
    /** As a sum, but 0 without a value. */
    TOTAL,
    /** The number of values. */
    COUNT,
    MIN,
    MAX,
    /** The number of different values. */
    DISTINCT,
    /** The least value of which a given share of all values is not greater. */
    QUANTILE,
    /** The mean of the two values in the middle, with one more digit after the point. */
    MEDIAN
  }

  /** Something of a group that depends on the other groups. */
  public sealed interface Window {
    /** The expressions whose values a group shares with those that it is compared with. */
    List<BoundExpr> partitionBy();

    /** Of the column that it appends. */
    ValueFormat format();

    default ColumnType type() {
      return format().type();
    }
  }

  /**
   * The place of a group, from 1; groups that are equal stand in the order of the columns {@code
   * ties}.
   *
   * @param best the last place that is kept; {@code null}: all are
   */
  public record Place(
      List<BoundExpr> partitionBy, List<By> orderBy, List<Integer> ties, @Nullable Integer best)
      implements Window {
    public Place {
      partitionBy = List.copyOf(partitionBy);
      orderBy = List.copyOf(orderBy);
      ties = List.copyOf(ties);
    }

    @Override
    public ValueFormat format() {
      return new ValueFormat.Whole();
    }
  }

  /** One thing to order by. */
  public record By(BoundExpr expr, RowOrder.By by) {}

  /** The sum over all groups. */
  public record Whole(List<BoundExpr> partitionBy, BoundExpr of) implements Window {
    public Whole {
      partitionBy = List.copyOf(partitionBy);
    }

    @Override
    public ValueFormat format() {
      return of.format();
    }
  }

  /** The columns of the result. */
  public List<ResultColumn> result() {
    return outputs.subList(0, selected).stream().map(Output::column).toList();
  }
}
