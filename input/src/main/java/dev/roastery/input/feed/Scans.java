package dev.roastery.input.feed;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.input.csv.column.CsvLayout;
import dev.roastery.input.csv.column.CsvLayout.Field;
import dev.roastery.input.csv.column.CsvLayout.Presence;
import dev.roastery.input.csv.column.CsvScan;
import java.util.List;

/** What is to be read of a job's tables: no column, row or text that no query wants. */
public final class Scans {

  private final JobPlan plan;

  public Scans(JobPlan plan) {
    this.plan = plan;
  }

  /** For the aggregators. */
  public CsvScan fact(String table) {
    List<BoundQuery> queries = plan.queriesFrom(table);
    List<ColumnSpec> columns = plan.factColumns(table);
    CsvScan scan = CsvScan.of(layout(table, columns));
    WantedRows rows = WantedRows.of(queries);
    if (rows != null) {
      scan = scan.where(rows);
    }
    for (ColumnSpec column : columns) {
      List<BoundQuery> readers =
          queries.stream().filter(query -> query.reads().contains(column)).toList();
      WantedRows where = readers.size() < queries.size() ? WantedRows.of(readers) : null;
      if (where != null && column.type() instanceof ColumnType.Text) {
        scan = scan.only(column.name(), where);
      }
    }
    return scan;
  }

  /** For the joiners. */
  public CsvScan reference(String table) {
    return CsvScan.of(layout(table, plan.referenceColumns(table)));
  }

  /** The same of a table whose columns were inferred: others contradict that. */
  public CsvScan inferred(String table, CsvScan scan) {
    return scan.with(scan.layout().knowing(plan.tables().table(table).columnNames()));
  }

  private CsvLayout layout(String table, List<ColumnSpec> columns) {
    TableSpec spec = plan.tables().table(table);
    return new CsvLayout(
        columns.stream()
            .map(
                column -> new Field(column.name(), column.type(), Presence.NULLABLE, column.form()))
            .toList(),
        spec.dialect(),
        spec.dialect().header() == Dialect.Header.NONE ? spec.columnNames() : List.of());
  }
}
