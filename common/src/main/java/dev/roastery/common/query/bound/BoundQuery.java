package dev.roastery.common.query.bound;

import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Query;
import dev.roastery.common.query.language.Question;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.query.value.RowOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query that is right, resolved against its tables: all that a stage must know, in numbers.
 *
 * <pre>
 *   reads ─ where ─▶ partial() ─ merge, rank ─▶ passed() ─ joins ─▶ joined() ─ select ─▶ output()
 *   reads ─ where ───────────────────────────▶ passed() ─ joins ─▶ joined() ─ select ─▶ output()
 * </pre>
 *
 * The first line is {@link Groups}, the second {@link Filter}. Each name is a list of columns, and
 * where the next step names a column it is by position in the list before.
 */
public record BoundQuery(
    Question question,
    TableSpec from,
    List<ColumnSpec> reads,
    List<BoundCondition> where,
    Shape shape,
    List<BoundJoin> joins,
    List<Integer> select,
    List<BoundExpr> computed,
    @Nullable Tail tail) {

  public BoundQuery {
    reads = List.copyOf(reads);
    computed = List.copyOf(computed);
    where = List.copyOf(where);
    joins = List.copyOf(joins);
    select = List.copyOf(select);
  }

  /** A query without expressions and without a tail. */
  public BoundQuery(
      Question question,
      TableSpec from,
      List<ColumnSpec> reads,
      List<BoundCondition> where,
      Shape shape,
      List<BoundJoin> joins,
      List<Integer> select) {
    this(question, from, reads, where, shape, joins, select, List.of(), null);
  }

  /**
   * What conditions, keys and measures count in: {@link #reads}, then what is computed of them. No
   * column of a table has the name of one that is computed.
   */
  public List<ColumnSpec> rowColumns() {
    List<ColumnSpec> columns = new ArrayList<>(reads);
    for (BoundExpr expr : computed) {
      columns.add(new ColumnSpec("\n" + columns.size(), expr.format().type()));
    }
    return columns;
  }

  /** What becomes of the rows for which all of {@code where} holds. */
  public sealed interface Shape {}

  /** Each passes by itself; {@code kept} counts in {@code reads}. */
  public record Filter(List<Integer> kept) implements Shape {
    public Filter {
      kept = List.copyOf(kept);
    }
  }

  /** They are grouped; without keys, into one group that exists even without rows. */
  public record Groups(List<BoundKey> keys, List<BoundMeasure> measures, @Nullable BoundRank rank)
      implements Shape {
    public Groups {
      keys = List.copyOf(keys);
      measures = List.copyOf(measures);
    }
  }

  public String name() {
    return question.name().value();
  }

  /** The stages that its rows pass, in order. */
  public List<StageKind> stages(Pipeline pipeline) {
    return pipeline.stages().stream().filter(this::passes).toList();
  }

  public boolean passes(StageKind stage) {
    boolean isGrouped = shape instanceof Groups;
    return switch (stage.queries()) {
      case ALL -> true;
      case GROUPED -> isGrouped;
      case GROUPED_OR_JOINED -> isGrouped || !joins.isEmpty() || tail != null;
    };
  }

  /** Whether it looks anything up in that table. */
  public boolean joins(String table) {
    return joins.stream().anyMatch(join -> join.table().name().equals(table));
  }

  /** What aggregators send to partial maximizers: the keys, then the partial measures. */
  public List<ResultColumn> partial() {
    return switch (shape) {
      case Filter _ -> passed();
      case Groups groups -> {
        List<ResultColumn> columns = new ArrayList<>();
        groups.keys().forEach(key -> columns.add(key.result()));
        groups.measures().forEach(measure -> columns.addAll(measure.partial()));
        yield columns;
      }
    };
  }

  /** Whether its groups are grouped again, and so pass as the partial results of those. */
  public boolean regroups() {
    return tail != null && tail.regroup() != null;
  }

  /** What is left of each row, or the keys and measures of each group. */
  public List<ResultColumn> passed() {
    if (regroups()) {
      return partial();
    }
    List<ResultColumn> columns = new ArrayList<>();
    switch (shape) {
      case Filter filter -> {
        for (int column : filter.kept()) {
          columns.add(new ResultColumn(reads.get(column).name(), reads.get(column).format()));
        }
      }
      case Groups groups -> {
        groups.keys().forEach(key -> columns.add(key.result()));
        groups.measures().forEach(measure -> columns.add(measure.result()));
      }
    }
    return columns;
  }

  /** {@link #passed}, then what each join takes. */
  public List<ResultColumn> joined() {
    List<ResultColumn> columns = new ArrayList<>(passed());
    joins.forEach(join -> columns.addAll(join.taken()));
    return columns;
  }

  /** The columns of the result. */
  public List<ResultColumn> output() {
    if (tail != null) {
      return tail.result();
    }
    List<ResultColumn> joined = joined();
    List<ResultColumn> output = new ArrayList<>(select.stream().map(joined::get).toList());
    if (question instanceof Select named) {
      for (int at = 0; at < output.size(); at++) {
        String name = named.items().get(at).as().value();
        output.set(at, new ResultColumn(name, output.get(at).format()));
      }
    }
    return output;
  }

  /**
   * The order of the result's rows. Of groups, counted in {@link #passed}: by partition of the
   * rank, then by rank, then by the rest of the group key; without rank by group key. Single rows
   * are ordered by {@link #output}, column by column.
   */
  public RowOrder order() {
    return switch (shape) {
      case Filter _ -> RowOrder.ascending(select.size());
      case Groups groups -> groupOrder(groups.keys().size(), groups.rank());
    };
  }

  private static RowOrder groupOrder(int keys, @Nullable BoundRank rank) {
    List<RowOrder.Key> order = new ArrayList<>();
    if (rank != null) {
      rank.partitionBy().forEach(at -> order.add(ascending(at)));
      RowOrder.By by =
          rank.direction() == Query.Direction.ASC
              ? RowOrder.By.ASCENDING_NULLS_LAST
              : RowOrder.By.DESCENDING_NULLS_LAST;
      order.add(new RowOrder.Key(rank.orderBy(), by));
    }
    for (int at = 0; at < keys; at++) {
      if (rank == null || !rank.partitionBy().contains(at)) {
        order.add(ascending(at));
      }
    }
    return new RowOrder(order);
  }

  private static RowOrder.Key ascending(int column) {
    return new RowOrder.Key(column, RowOrder.By.ASCENDING_NULLS_FIRST);
  }
}
