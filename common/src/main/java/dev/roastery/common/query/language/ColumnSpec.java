package dev.roastery.common.query.language;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.value.ValueFormat;

/** A column of a table: its header's name, and what it holds. */
public record ColumnSpec(String name, ColumnType type) {

  public ValueFormat format() {
    return ValueFormat.of(type);
  }
}
