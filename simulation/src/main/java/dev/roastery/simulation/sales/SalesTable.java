package dev.roastery.simulation.sales;

import dev.roastery.common.plan.ColumnSpec;
import dev.roastery.common.wire.Column;
import dev.roastery.common.wire.ColumnType;
import dev.roastery.common.wire.LongsBuilder;
import dev.roastery.common.wire.Rows;
import dev.roastery.common.wire.RowsBuilder;
import dev.roastery.common.wire.TextsBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Rows in batches, batches in parts. A value is a String, or a Long as the wire has it: cents, days
 * or seconds since 1970; what is null is not in its row.
 */
public record SalesTable(List<List<List<Map<String, Object>>>> parts) {

  /** All rows in the order of parts and batches. */
  public List<Map<String, Object>> rows() {
    List<Map<String, Object>> rows = new ArrayList<>();
    parts.forEach(batches -> batches.forEach(rows::addAll));
    return rows;
  }

  /** A batch as the gateway makes it, of the columns that the job needs. */
  static Rows encoded(List<Map<String, Object>> batch, List<ColumnSpec> columns) {
    RowsBuilder rows = new RowsBuilder();
    for (ColumnSpec column : columns) {
      rows.with(column.name(), column(batch, column));
    }
    return rows.build();
  }

  private static Column column(List<Map<String, Object>> batch, ColumnSpec column) {
    TextsBuilder texts = new TextsBuilder(batch.size());
    LongsBuilder longs = new LongsBuilder(numbers(column.type()), batch.size());
    for (Map<String, Object> row : batch) {
      @Nullable Object value = row.get(column.name());
      switch (value) {
        case String text -> texts.add(text);
        case Long number -> longs.add(number);
        case null -> {
          texts.addNull();
          longs.addNull();
        }
        default -> throw new IllegalStateException("no value of a table: " + value);
      }
    }
    return column.type() instanceof ColumnType.Text ? texts.build() : longs.build();
  }

  private static ColumnType numbers(ColumnType type) {
    return type instanceof ColumnType.Text ? new ColumnType.Whole() : type;
  }

  static long number(Map<String, Object> row, String column) {
    return (Long) Objects.requireNonNull(row.get(column));
  }
}
