package dev.roastery.common.message.rows;

import java.util.List;

/** A batch's rows, column by column. All columns have {@code count} values. */
public record Rows(int count, List<String> names, List<Column> columns) {

  public Rows {
    if (count < 0) {
      throw new IllegalArgumentException(count + " rows");
    }
    names = List.copyOf(names);
    columns = List.copyOf(columns);
    if (names.size() != columns.size()) {
      throw new IllegalArgumentException(names.size() + " names, " + columns.size() + " columns");
    }
    for (Column column : columns) {
      if (column.count() != count) {
        throw new IllegalArgumentException("a column of " + column.count() + ", not " + count);
      }
    }
  }

  /** What the rows take in memory: 8 bytes for each value, and the texts. */
  public long decodedBytes() {
    return columns.stream().mapToLong(Column::decodedBytes).sum();
  }

  /** The column of that name; an unknown name is an error of the caller. */
  public Column column(String name) {
    int at = names.indexOf(name);
    if (at < 0) {
      throw new IllegalArgumentException("no column " + name + " among " + names);
    }
    return columns.get(at);
  }
}
