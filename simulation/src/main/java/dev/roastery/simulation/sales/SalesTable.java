package dev.roastery.simulation.sales;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.plan.ColumnSpec;
import dev.roastery.common.wire.Column;
import dev.roastery.common.wire.ColumnType;
import dev.roastery.common.wire.NullBits;
import dev.roastery.common.wire.Rows;
import java.io.ByteArrayOutputStream;
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
    return new Rows(
        columns.isEmpty() ? 0 : batch.size(),
        columns.stream().map(ColumnSpec::name).toList(),
        columns.stream().map(column -> column(batch, column)).toList());
  }

  private static Column column(List<Map<String, Object>> batch, ColumnSpec column) {
    long @Nullable [] nulls = null;
    for (int row = 0; row < batch.size(); row++) {
      if (batch.get(row).get(column.name()) == null) {
        nulls = NullBits.with(nulls, batch.size(), row);
      }
    }
    return column.type() instanceof ColumnType.Text
        ? texts(batch, column.name(), nulls)
        : Column.Longs.of(column.type(), batch.size(), numbers(batch, column.name()), nulls);
  }

  private static long[] numbers(List<Map<String, Object>> batch, String column) {
    return batch.stream()
        .mapToLong(row -> row.get(column) instanceof Long number ? number : 0)
        .toArray();
  }

  private static Column texts(
      List<Map<String, Object>> batch, String column, long @Nullable [] nulls) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int[] offsets = new int[batch.size() + 1];
    for (int row = 0; row < batch.size(); row++) {
      if (batch.get(row).get(column) instanceof String text) {
        bytes.writeBytes(text.getBytes(UTF_8));
      }
      offsets[row + 1] = bytes.size();
    }
    return Column.Texts.of(batch.size(), bytes.toByteArray(), offsets, nulls);
  }

  static long number(Map<String, Object> row, String column) {
    return (Long) Objects.requireNonNull(row.get(column));
  }
}
