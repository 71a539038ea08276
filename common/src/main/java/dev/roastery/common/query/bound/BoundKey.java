package dev.roastery.common.query.bound;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.Function;
import dev.roastery.common.query.value.ResultColumn;

/** A group key; {@code column} counts in {@link BoundQuery#reads}. Null is a key like any other. */
public record BoundKey(String name, Function function, int column, ColumnType columnType) {

  public ResultColumn result() {
    return new ResultColumn(name, function.result(columnType));
  }
}
