package dev.roastery.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.query.language.Tables;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same rows in the files of other programs give the same results. */
class DialectRunTest {

  private static final String TABLES =
      """
      { "tables": {
        "transactions": {
          "columns": { "transaction_id": "text", "store_id": "whole", "payment_method_id": "whole",
                       "voucher_id": "whole", "user_id": "whole", "original_amount": "decimal(2)",
                       "discount_applied": "decimal(2)", "final_amount": "decimal(2)",
                       "created_at": { "type": "timestamp", "format": "dd.MM.yyyy HH:mm:ss" } },
          "key": "transaction_id",
          "delimiter": ";", "decimal": ",", "encoding": "latin-1", "nulls": ["NULL"] },
        "transaction_items": {
          "columns": { "transaction_id": "text", "item_id": "whole", "quantity": "whole",
                       "unit_price": "decimal(2)", "subtotal": "decimal(2)",
                       "created_at": { "type": "timestamp", "format": "epoch seconds" } },
          "delimiter": "|", "header": false, "thousands": "'" },
        "menu_items": {
          "columns": { "item_id": "whole", "item_name": "text", "category": "text",
                       "price": "decimal(2)", "is_seasonal": "text", "available_from": "date",
                       "available_to": "date" },
          "key": "item_id", "encoding": "utf-16", "delimiter": "\\t" },
        "stores": {
          "columns": { "store_id": "whole", "store_name": "text", "street": "text",
                       "postal_code": "text", "city": "text", "state": "text",
                       "latitude": "decimal(6)", "longitude": "decimal(6)" },
          "key": "store_id", "quote": "'" },
        "users": {
          "columns": { "user_id": "whole", "gender": "text",
                       "birthdate": { "type": "date", "format": "M/d/yyyy" },
                       "registered_at": "timestamp" },
          "key": "user_id", "zone": "UTC" } } }
      """;

  @TempDir private Path folder;

  @Test
  void otherFilesOfTheSameRowsGiveTheSameResults() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(6000, 6, 4), set, Progress.UNWATCHED).write(2);
    SortedMap<String, String> expected = NaiveOracle.results(set);
    int number = 0;
    for (Path part : Respelling.parts(set)) {
      rewrite(part, number++);
    }
    Tables tables = Tables.read("tables.json", TABLES.getBytes(UTF_8)).orThrow();

    for (int threads = 1; threads <= 3; threads += 2) {
      assertThat(Runs.of(set, folder).describedBy(tables).by(threads).results())
          .isEqualTo(expected);
    }
    Path state = folder.resolve("state");
    assertThat(Runs.of(set, folder).describedBy(tables).keeping(state).results())
        .isEqualTo(expected);
  }

  private static void rewrite(Path part, int number) throws IOException {
    List<String[]> rows = Files.readString(part).lines().map(line -> line.split(",", -1)).toList();
    String table = part.getParent().getFileName().toString();
    Files.delete(part);
    switch (table) {
      case "transactions" -> {
        if (number % 2 == 0) {
          write(part, ".csv", text(rows, ";", 0, DialectRunTest::german), ISO_8859_1);
        } else {
          write(part, ".jsonl", json(rows, DialectRunTest::european), ISO_8859_1);
        }
      }
      case "transaction_items" -> {
        String text = text(rows, "|", 1, DialectRunTest::seconds);
        Path packed = part.resolveSibling(part.getFileName() + ".gz");
        try (var gzip = new GZIPOutputStream(Files.newOutputStream(packed))) {
          gzip.write(text.getBytes(UTF_8));
        }
      }
      case "menu_items" ->
          write(part, ".tsv", "\ufeff" + text(rows, "\t", 0, (_, value) -> value), UTF_16LE);
      case "stores" ->
          write(part, ".CSV", text(rows, ",", 0, (_, value) -> "'" + value + "'"), UTF_8);
      default -> write(part, ".ndjson", json(rows, DialectRunTest::american), UTF_8);
    }
  }

  private static void write(Path part, String end, String text, Charset charset)
      throws IOException {
    String name = part.getFileName().toString().replace(".csv", end);
    byte[] bytes = text.getBytes(charset);
    assertThat(new String(bytes, charset)).isEqualTo(text);
    Files.write(part.resolveSibling(name), bytes);
  }

  /** How a program writes a value of a column. */
  private interface Writing {
    String of(String column, String value);
  }

  private static String text(List<String[]> rows, String delimiter, int from, Writing writing) {
    StringBuilder text = new StringBuilder();
    for (int row = from; row < rows.size(); row++) {
      List<String> fields = new ArrayList<>();
      for (int i = 0; i < rows.get(row).length; i++) {
        String value = rows.get(row)[i];
        fields.add(row == 0 ? value : writing.of(rows.getFirst()[i], value));
      }
      text.append(String.join(delimiter, fields)).append("\r\n");
    }
    return text.toString();
  }

  private static String json(List<String[]> rows, Writing writing) {
    StringBuilder text = new StringBuilder();
    for (String[] row : rows.subList(1, rows.size())) {
      List<String> fields = new ArrayList<>();
      for (int i = row.length - 1; i >= 0; i--) {
        String name = rows.getFirst()[i];
        String value = writing.of(name, row[i]);
        boolean plain = value.matches("-?[1-9][0-9]*([.][0-9]+)?|0([.][0-9]+)?");
        if (!value.isEmpty()) {
          fields.add('"' + name + "\": " + (plain ? value : '"' + value + '"'));
        }
      }
      text.append('{').append(String.join(", ", fields)).append("}\n");
    }
    return text.toString();
  }

  private static String german(String column, String value) {
    String text = european(column, value);
    return switch (column) {
      case "transaction_id", "created_at" -> text;
      default -> text.isEmpty() ? "NULL" : text.replace('.', ',');
    };
  }

  private static String european(String column, String value) {
    return column.equals("created_at")
        ? value.replaceAll("(....)-(..)-(..)(.*)", "$3.$2.$1$4")
        : value;
  }

  private static String seconds(String column, String value) {
    return switch (column) {
      case "created_at" ->
          String.valueOf(
              LocalDateTime.parse(value.replace(' ', 'T')).toEpochSecond(ZoneOffset.UTC));
      case "subtotal" -> "+" + value + "e0";
      default -> value;
    };
  }

  private static String american(String column, String value) {
    return switch (column) {
      case "birthdate" -> value.replaceAll("(....)-0?(.*)-0?(.*)", "$2/$3/$1");
      case "registered_at" -> value.isEmpty() ? value : value.replace(' ', 'T') + "Z";
      default -> value;
    };
  }
}
