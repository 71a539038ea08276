package dev.roastery.gateway.collect;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.testkit.rows.LongsBuilder;
import dev.roastery.testkit.rows.RowsBuilder;
import dev.roastery.testkit.rows.TextsBuilder;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table of plain objects: Long, BigDecimal, LocalDate, LocalDateTime, String or null. Its rows
 * lie in batches, these in parts.
 */
final class ModelTable {

  final String name;
  final List<ColumnSpec> columns;
  final String key;
  final List<List<List<Object[]>>> parts = new ArrayList<>();

  ModelTable(String name, String key, List<ColumnSpec> columns) {
    this.name = name;
    this.key = key;
    this.columns = columns;
  }

  int at(String column) {
    for (int at = 0; at < columns.size(); at++) {
      if (columns.get(at).name().equals(column)) {
        return at;
      }
    }
    throw new IllegalArgumentException("no column " + column + " in " + name);
  }

  List<Object[]> rows() {
    return parts.stream()
        .flatMap(List::stream)
        .flatMap(List::stream)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** A batch as the gateway makes it, of the columns that are asked for. */
  Rows encoded(List<Object[]> batch, List<ColumnSpec> wanted) {
    if (wanted.isEmpty()) {
      return new Rows(batch.size(), List.of(), List.of());
    }
    RowsBuilder rows = new RowsBuilder();
    for (ColumnSpec column : wanted) {
      int at = at(column.name());
      rows.with(column.name(), column(values(batch, at), column.type()));
    }
    return rows.build();
  }

  private static List<Object> values(List<Object[]> rows, int at) {
    List<Object> values = new ArrayList<>();
    rows.forEach(row -> values.add(row[at]));
    return values;
  }

  private static Column column(List<Object> values, ColumnType type) {
    if (type instanceof ColumnType.Text) {
      TextsBuilder texts = new TextsBuilder(values.size());
      values.forEach(value -> addText(texts, (String) value));
      return texts.build();
    }
    LongsBuilder longs = new LongsBuilder(type, values.size());
    values.forEach(value -> addNumber(longs, value, type));
    return longs.build();
  }

  private static void addText(TextsBuilder texts, String value) {
    if (value == null) {
      texts.addNull();
    } else {
      texts.add(value);
    }
  }

  private static void addNumber(LongsBuilder longs, Object value, ColumnType type) {
    switch (value) {
      case null -> longs.addNull();
      case Long whole -> longs.add(whole);
      case BigDecimal decimal ->
          longs.add(
              decimal
                  .setScale(((ColumnType.Decimal) type).scale())
                  .unscaledValue()
                  .longValueExact());
      case LocalDate date -> longs.add(date.toEpochDay());
      case LocalDateTime time -> longs.add(time.toEpochSecond(ZoneOffset.UTC));
      default -> throw new IllegalArgumentException("no value of a table: " + value);
    }
  }

  String json() {
    String all =
        columns.stream()
            .map(column -> "\"" + column.name() + "\": \"" + column.format().name() + "\"")
            .collect(Collectors.joining(", "));
    String keyed = key == null ? "" : ", \"key\": \"" + key + "\"";
    return "\"" + name + "\": { \"columns\": { " + all + " }" + keyed + " }";
  }
}
