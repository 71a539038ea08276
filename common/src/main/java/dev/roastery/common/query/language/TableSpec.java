package dev.roastery.common.query.language;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A table: its columns, the one by which a join finds its rows, if any, and how its files are
 * written. Whether it is read row by row or looked things up in is not its property: each query
 * says so (from, or join).
 */
public record TableSpec(
    String name, List<ColumnSpec> columns, @Nullable String key, Dialect dialect) {

  public TableSpec {
    columns = List.copyOf(columns);
  }

  public TableSpec(String name, List<ColumnSpec> columns, @Nullable String key) {
    this(name, columns, key, Dialect.STANDARD);
  }

  public @Nullable ColumnSpec column(String name) {
    for (ColumnSpec column : columns) {
      if (column.name().equals(name)) {
        return column;
      }
    }
    return null;
  }

  public List<String> columnNames() {
    return columns.stream().map(ColumnSpec::name).toList();
  }
}
