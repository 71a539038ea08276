package dev.roastery.gateway.jobs.service;

import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.plan.Explain;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.query.value.ResultColumn;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a job would read and do, without a job. */
public record PlanOutline(List<TableReads> tables, List<QueryOutline> queries) {

  /** The columns of a table that some query reads, in the table's order. */
  public record TableReads(String table, List<String> columns) {
    public TableReads {
      columns = List.copyOf(columns);
    }
  }

  /** The columns of a query's result, and what each stage does for it. */
  public record QueryOutline(String name, List<ResultColumn> columns, List<Explain.Step> steps) {
    public QueryOutline {
      columns = List.copyOf(columns);
      steps = List.copyOf(steps);
    }
  }

  public PlanOutline {
    tables = List.copyOf(tables);
    queries = List.copyOf(queries);
  }

  public static PlanOutline of(JobPlan plan) {
    return new PlanOutline(
        plan.tables().names().stream().map(table -> reads(plan, table)).toList(),
        plan.queries().stream().map(query -> outline(query, plan.partitions())).toList());
  }

  private static TableReads reads(JobPlan plan, String table) {
    Set<String> read = new HashSet<>();
    plan.factColumns(table).forEach(column -> read.add(column.name()));
    plan.referenceColumns(table).forEach(column -> read.add(column.name()));
    List<String> inOrder =
        plan.tables().table(table).columns().stream()
            .map(ColumnSpec::name)
            .filter(read::contains)
            .toList();
    return new TableReads(table, inOrder);
  }

  private static QueryOutline outline(BoundQuery query, Partitions partitions) {
    return new QueryOutline(query.name(), query.output(), Explain.steps(query, partitions));
  }
}
