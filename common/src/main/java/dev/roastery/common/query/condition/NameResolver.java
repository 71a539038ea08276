package dev.roastery.common.query.condition;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Query;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.language.Tables;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** Finds tables and columns by name; an unknown name is a problem with a suggestion. */
public final class NameResolver {

  private final Tables tables;
  private final Problems problems;

  public NameResolver(Tables tables, Problems problems) {
    this.tables = tables;
    this.problems = problems;
  }

  public @Nullable TableSpec table(Str name) {
    TableSpec table = tables.find(name.value());
    if (table == null && !name.value().isEmpty()) {
      unknown("table", name, tables.names());
    }
    return table;
  }

  public void unknown(String what, Str name, Collection<String> allowed) {
    String instead = NameSuggestions.insteadOf(name.value(), allowed);
    problems.add(
        name.place(), "there is no " + what + " " + NameSuggestions.quoted(name.value()) + instead);
  }

  public @Nullable ColumnSpec column(TableSpec table, Str name) {
    ColumnSpec column = table.column(name.value());
    if (column == null) {
      String what = "column " + NameSuggestions.quoted(name.value()) + " in table " + table.name();
      String instead = NameSuggestions.insteadOf(name.value(), table.columnNames());
      problems.add(name.place(), "there is no " + what + instead);
    }
    return column;
  }

  /** The column, if it exists and has a type that the function accepts. */
  public @Nullable ColumnSpec operand(@Nullable TableSpec from, Query.Operand operand) {
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

  public static String typed(ColumnSpec column) {
    return column.name() + " is of type " + column.format().name();
  }
}
