package dev.roastery.testkit.rows;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.Rows;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts named columns together: {@code new RowsBuilder().with("store_id", wholes(1, 2)).build()}.
 */
public final class RowsBuilder {

  private final List<String> names = new ArrayList<>();
  private final List<Column> columns = new ArrayList<>();

  public RowsBuilder with(String name, Column column) {
    names.add(name);
    columns.add(column);
    return this;
  }

  /** The rows; without a column there are none. */
  public Rows build() {
    return new Rows(columns.isEmpty() ? 0 : columns.getFirst().count(), names, columns);
  }
}
