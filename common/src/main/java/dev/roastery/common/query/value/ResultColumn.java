package dev.roastery.common.query.value;

import dev.roastery.common.message.rows.ColumnType;

/** A column between two stages, or of the result. */
public record ResultColumn(String name, ValueFormat format) {

  public ColumnType type() {
    return format.type();
  }
}
