package dev.roastery.common.query.language;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.value.ValueFormat;

/** A column of a table: its header's name, what it holds, and how files write it. */
public record ColumnSpec(String name, ColumnType type, ColumnForm form) {

  public ColumnSpec(String name, ColumnType type) {
    this(name, type, ColumnForm.STANDARD);
  }

  public ValueFormat format() {
    return ValueFormat.of(type);
  }
}
