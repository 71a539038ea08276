package dev.roastery.common.plan.value;

import dev.roastery.common.wire.ColumnType;

/** A column between two stages, or of the result. */
public record ResultColumn(String name, ValueFormat format) {

  public ColumnType type() {
    return format.type();
  }
}
