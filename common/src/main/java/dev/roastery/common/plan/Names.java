package dev.roastery.common.plan;

import dev.roastery.common.plan.document.Json.Str;
import dev.roastery.common.plan.document.Problems;
import dev.roastery.common.plan.document.Words;
import dev.roastery.common.wire.ColumnType;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds tables and columns by name; an unknown name is a problem with a suggestion. */
final class Names {

  private final Tables tables;
  private final Problems problems;

  Names(Tables tables, Problems problems) {
    this.tables = tables;
    this.problems = problems;
  }

  @Nullable TableSpec table(Str name) {
    TableSpec table = tables.find(name.value());
    if (table == null && !name.value().isEmpty()) {
      unknown("table", name, tables.names());
    }
    return table;
  }

  void unknown(String what, Str name, Collection<String> allowed) {
    String instead = Words.insteadOf(name.value(), allowed);
    problems.add(name.place(), "there is no " + what + " " + Words.quoted(name.value()) + instead);
  }

  @Nullable ColumnSpec column(TableSpec table, Str name) {
    ColumnSpec column = table.column(name.value());
    if (column == null) {
      String what = "column " + Words.quoted(name.value()) + " in table " + table.name();
      String instead = Words.insteadOf(name.value(), table.columnNames());
      problems.add(name.place(), "there is no " + what + instead);
    }
    return column;
  }

  /** The column, if it exists and has a type that the function accepts. */
  @Nullable ColumnSpec operand(@Nullable TableSpec from, Query.Operand operand) {
    ColumnSpec column = from == null ? null : column(from, operand.column());
    if (column == null || operand.function().accepts(column.type())) {
      return column;
    }
    problems.add(
        operand.column().place(),
        operand.function().word()
            + " is a function of a timestamp"
            + (operand.function().accepts(new ColumnType.Date()) ? " or date; " : "; ")
            + typed(column));
    return null;
  }

  static String typed(ColumnSpec column) {
    return column.name() + " is of type " + column.format().name();
  }
}
