package dev.roastery.common.query.bound;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.Function;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.query.value.ValueFormat;

/**
 * A group key; {@code column} counts in {@link BoundQuery#rowColumns}. Null is a key like any
 * other.
 */
public record BoundKey(
    String name, Function function, int column, ColumnType columnType, ValueFormat format) {

  /** A function of a column of a table. */
  public BoundKey(String name, Function function, int column, ColumnType columnType) {
    this(name, function, column, columnType, function.result(columnType));
  }

  public ResultColumn result() {
    return new ResultColumn(name, format);
  }
}
