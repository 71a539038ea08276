package dev.roastery.cli.tables;

import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Dialect.Header;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.embedded.infer.Inference;
import dev.roastery.input.Dataset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Inferred tables for people: a line for each, with its files and the types of its columns. */
public final class TableLines {

  private TableLines() {}

  /** All columns of all tables. */
  public static String of(Tables tables, Dataset dataset) {
    return tables.all().stream()
        .map(table -> line(table, dataset, table.columns()))
        .collect(Collectors.joining("\n"));
  }

  /** The columns that a plan reads, and those that none can. */
  public static String of(JobPlan plan, Dataset dataset, Inference inference) {
    List<String> lines = new ArrayList<>();
    for (TableSpec table : plan.tables().all()) {
      lines.add(line(table, dataset, read(plan, table)));
      inference.nested(table.name()).ifPresent(columns -> lines.add("not read: " + columns));
    }
    return String.join("\n", lines);
  }

  private static List<ColumnSpec> read(JobPlan plan, TableSpec table) {
    Set<ColumnSpec> read = new LinkedHashSet<>(plan.factColumns(table.name()));
    read.addAll(plan.referenceColumns(table.name()));
    return table.columns().stream().filter(read::contains).toList();
  }

  private static String line(TableSpec table, Dataset dataset, List<ColumnSpec> columns) {
    int files = dataset.of(table.name()).size();
    List<String> types = new ArrayList<>();
    for (ColumnSpec column : columns) {
      String word = column.form().nullWord();
      types.add(
          column.name()
              + " "
              + column.format().name()
              + (word.isEmpty() ? "" : " (" + word + " is none)"));
    }
    return "%s (%d %s%s)%s"
        .formatted(
            table.name(),
            files,
            files == 1 ? "file" : "files",
            table.dialect().header() == Header.NONE
                ? " without a header: columns %s, and all lines are rows"
                    .formatted(Dataset.shortened(table.columnNames()))
                : "",
            types.isEmpty() ? "" : ": " + Dataset.shortened(types));
  }
}
