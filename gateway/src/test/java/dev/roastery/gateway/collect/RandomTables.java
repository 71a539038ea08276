package dev.roastery.gateway.collect;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Tables;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * A table of facts with a column of every type, and two to look things up in, with what is awkward
 * in all of them: nulls, ties, duplicate keys, empty parts, numbers at the ends of their range.
 */
final class RandomTables {

  private static final List<String> TEXTS =
      List.of(
          "",
          "a",
          "A",
          "ab",
          "b,c",
          "say \"hi\"",
          "two\nlines",
          "é",
          "e\u0301",
          "日本",
          "𝄞",
          "\0",
          "\0\0",
          "beansbeansA",
          "beansbeansB",
          "beansbeans",
          "x".repeat(3_000));

  private final SplittableRandom random;

  /** The fewer the different values, the more ties. */
  private final int values;

  final ModelTable sales =
      table(
          "sales",
          null,
          "shop whole",
          "item text",
          "quantity whole",
          "amount decimal",
          "day date",
          "at timestamp",
          "big whole",
          "note text");
  final ModelTable shops =
      table("shops", "shop", "shop whole", "name text", "opened date", "item text");
  final ModelTable items = table("items", "item", "label text", "item text", "price decimal");

  RandomTables(SplittableRandom random) {
    this.random = random;
    this.values = random.nextInt(1, 9);
    int rows = random.nextInt(5) == 0 ? 1 : random.nextInt(1, 30);
    fill(sales, random.nextInt(4), rows);
    fill(shops, random.nextInt(3), 4);
    fill(items, random.nextInt(3), 6);
  }

  List<ModelTable> all() {
    return List.of(sales, shops, items);
  }

  Tables tables() {
    String json =
        "{ \"tables\": { %s, %s, %s } }".formatted(sales.json(), shops.json(), items.json());
    return Tables.read("tables.json", json.getBytes(StandardCharsets.UTF_8)).orThrow();
  }

  private static ModelTable table(String name, String key, String... columns) {
    List<ColumnSpec> specs = new ArrayList<>();
    for (String column : columns) {
      String[] words = column.split(" ", 2);
      specs.add(new ColumnSpec(words[0], type(words[1])));
    }
    return new ModelTable(name, key, specs);
  }

  static ColumnType type(String word) {
    return switch (word) {
      case "whole" -> new ColumnType.Whole();
      case "decimal" -> new ColumnType.Decimal(2);
      case "date" -> new ColumnType.Date();
      case "timestamp" -> new ColumnType.Timestamp();
      default -> new ColumnType.Text();
    };
  }

  private void fill(ModelTable table, int parts, int rowsMax) {
    for (int part = 0; part < parts; part++) {
      List<List<Object[]>> batches = new ArrayList<>();
      for (int batch = random.nextInt(5); batch > 0; batch--) {
        List<Object[]> rows = new ArrayList<>();
        for (int row = random.nextInt(rowsMax + 1); row > 0; row--) {
          rows.add(row(table));
        }
        batches.add(rows);
      }
      table.parts.add(batches);
    }
  }

  private Object[] row(ModelTable table) {
    return table.columns.stream().map(this::value).toArray();
  }

  private Object value(ColumnSpec column) {
    int chance = random.nextInt(8);
    if (chance == 0) {
      return null;
    }
    Supplier<Object> whole =
        column.name().equals("big") ? this::extreme : () -> (long) random.nextInt(-1, values);
    return switch (column.type()) {
      case ColumnType.Whole _ -> whole.get();
      case ColumnType.Decimal _ -> BigDecimal.valueOf(random.nextInt(-values, 3 * values) * 25L, 2);
      case ColumnType.Date _ -> day();
      case ColumnType.Timestamp _ ->
          day().atStartOfDay().plusHours(random.nextInt(5) * 6L).plusSeconds(random.nextInt(3) - 1);
      case ColumnType.Text _ -> TEXTS.get(random.nextInt(Math.min(TEXTS.size(), 2 * values)));
    };
  }

  private Object extreme() {
    return switch (random.nextInt(6)) {
      case 0 -> Long.MIN_VALUE;
      case 1 -> Long.MAX_VALUE;
      case 2 -> (long) Integer.MIN_VALUE;
      case 3 -> random.nextLong();
      default -> (long) random.nextInt(3);
    };
  }

  /** Before 1970, too, and around the turns of months and years. */
  private LocalDate day() {
    return LocalDate.of(1968 + random.nextInt(values) * 14, 1 + random.nextInt(2) * 6, 1)
        .plusDays(random.nextInt(values) - 1L);
  }
}
