package dev.roastery.common.plan;

import dev.roastery.common.plan.value.ResultColumn;
import dev.roastery.common.wire.ColumnType;

/** A group key; {@code column} counts in {@link BoundQuery#reads}. Null is a key like any other. */
public record BoundKey(String name, Function function, int column, ColumnType columnType) {

  public ResultColumn result() {
    return new ResultColumn(name, function.result(columnType));
  }
}
