package dev.roastery.simulation.sales;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.ColumnSpec;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rows in batches, batches in parts. A value is a String, or a Long as the wire has it: cents, days
 * or seconds since 1970; what is null is not in its row.
 */
public record SalesTable(List<List<List<Map<String, Object>>>> parts) {

  private static final DateTimeFormatter MOMENT =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

  /** All rows in the order of parts and batches. */
  public List<Map<String, Object>> rows() {
    List<Map<String, Object>> rows = new ArrayList<>();
    parts.forEach(batches -> batches.forEach(rows::addAll));
    return rows;
  }

  /** A part as its client has it: a value that is not in its row is empty. */
  byte[] csv(int part, List<ColumnSpec> columns) {
    StringBuilder csv = new StringBuilder();
    line(csv, columns, ColumnSpec::name);
    for (List<Map<String, Object>> batch : parts.get(part)) {
      for (Map<String, Object> row : batch) {
        line(csv, columns, column -> shown(row.get(column.name()), column.type()));
      }
    }
    return csv.toString().getBytes(UTF_8);
  }

  private static void line(
      StringBuilder csv, List<ColumnSpec> columns, Function<ColumnSpec, String> field) {
    csv.append(columns.stream().map(field).collect(Collectors.joining(",", "", "\n")));
  }

  private static String shown(@Nullable Object value, ColumnType type) {
    if (value == null) {
      return "";
    }
    return switch (type) {
      case ColumnType.Text() -> (String) value;
      case ColumnType.Whole() -> value.toString();
      case ColumnType.Decimal(int scale) -> BigDecimal.valueOf((Long) value, scale).toString();
      case ColumnType.Date() -> LocalDate.ofEpochDay((Long) value).toString();
      case ColumnType.Timestamp() ->
          LocalDateTime.ofEpochSecond((Long) value, 0, ZoneOffset.UTC).format(MOMENT);
    };
  }

  static long number(Map<String, Object> row, String column) {
    return (Long) Objects.requireNonNull(row.get(column));
  }
}
