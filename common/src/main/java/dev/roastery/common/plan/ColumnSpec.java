package dev.roastery.common.plan;

import dev.roastery.common.plan.value.ValueFormat;
import dev.roastery.common.wire.ColumnType;

/** A column of a table: its header's name, and what it holds. */
public record ColumnSpec(String name, ColumnType type) {

  public ValueFormat format() {
    return ValueFormat.of(type);
  }
}
