package dev.roastery.aggregator;

import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.Selection;
import dev.roastery.common.kernel.expression.Evaluation;
import dev.roastery.common.kernel.group.GroupTable;
import dev.roastery.common.kernel.order.RowGather;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.bound.BoundExpr;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.plan.JobPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** All queries that read one table row by row, in one pass over its rows. */
public final class TableScan {

  private final List<BoundQuery> queries;
  private final List<ColumnSpec> columns;
  private final ConditionTree conditions;
  private final Map<String, GroupTable> groups = new LinkedHashMap<>();

  /** For each query, in which column of the rows the columns are that its filter lets through. */
  private final List<List<Integer>> kept = new ArrayList<>();

  /** For each query that computes anything, in which column of the rows its columns are. */
  private final List<List<Integer>> read = new ArrayList<>();

  public TableScan(JobPlan plan, String table) {
    this.queries = plan.queriesFrom(table);
    this.columns = plan.factColumns(table);
    this.conditions = new ConditionTree(queries, columns);
    for (BoundQuery query : queries) {
      kept.add(kept(query));
      read.add(query.reads().stream().map(columns::indexOf).toList());
      if (query.shape() instanceof BoundQuery.Groups) {
        groups.put(query.name(), newTable(query));
      }
    }
  }

  /** What a query computes stands behind what it reads, and nothing else is there. */
  private GroupTable newTable(BoundQuery query) {
    return new GroupTable(query, query.computed().isEmpty() ? columns : query.rowColumns());
  }

  /** What goes to a joiner is {@link BoundQuery#passed}, what goes to the collector the output. */
  private List<Integer> kept(BoundQuery query) {
    return switch (query.shape()) {
      case BoundQuery.Groups _ -> List.of();
      case BoundQuery.Filter filter -> {
        List<Integer> passed =
            filter.kept().stream().map(at -> columns.indexOf(query.reads().get(at))).toList();
        yield query.joins().isEmpty() && query.tail() == null
            ? query.select().stream().map(passed::get).toList()
            : passed;
      }
    };
  }

  /** The columns that the rows must have, in this order. */
  public List<ColumnType> types() {
    return columns.stream().map(ColumnSpec::type).toList();
  }

  public List<BoundQuery> queries() {
    return queries;
  }

  /** The groups of each query that has any, by its name. */
  public Map<String, GroupTable> groups() {
    return groups;
  }

  /** Hands over the groups of a query and starts again with none. */
  public GroupTable takeGroups(BoundQuery query) {
    GroupTable taken = groups.replace(query.name(), newTable(query));
    if (taken == null) {
      throw new IllegalArgumentException("query " + query.name() + " has no groups here");
    }
    return taken;
  }

  /** Takes rows in; {@code passed} gets what each filter lets through, even if that is nothing. */
  public void add(Rows rows, BiConsumer<BoundQuery, Rows> passed) {
    if (rows.count() == 0) {
      Rows none = Batches.rows(0, List.of());
      queries.stream()
          .filter(query -> !groups.containsKey(query.name()))
          .forEach(query -> passed.accept(query, none));
      return;
    }
    conditions.select(
        rows,
        (selection, number) -> {
          BoundQuery query = queries.get(number);
          GroupTable table = groups.get(query.name());
          if (table == null) {
            passed.accept(query, gathered(rows, selection, kept.get(number)));
          } else if (query.computed().isEmpty()) {
            table.add(rows, selection);
          } else {
            table.add(computed(query, rows, selection, read.get(number)), selection);
          }
        });
  }

  private static Rows computed(
      BoundQuery query, Rows rows, Selection selection, List<Integer> read) {
    Rows reads = ConditionTree.view(rows, read);
    Evaluation evaluation = new Evaluation(query.name(), reads);
    List<Column> columns = new ArrayList<>(reads.columns());
    for (BoundExpr expr : query.computed()) {
      columns.add(evaluation.of(expr, selection.rows(), selection.count()));
    }
    return Batches.rows(rows.count(), columns);
  }

  private static Rows gathered(Rows rows, Selection selection, List<Integer> kept) {
    List<Column> columns = new ArrayList<>();
    for (int at : kept) {
      Column column = rows.columns().get(at);
      columns.add(RowGather.column(column, selection.rows(), 0, selection.count()));
    }
    return Batches.rows(selection.count(), columns);
  }
}
