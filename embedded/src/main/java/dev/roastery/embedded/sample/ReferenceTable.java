package dev.roastery.embedded.sample;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A table that is the real dataset's, row by row. */
enum ReferenceTable {
  MENU_ITEMS("menu_items"),
  STORES("stores");

  private final String table;
  private final String csv;

  ReferenceTable(String table) {
    this.table = table;
    this.csv = resource(table + ".csv");
  }

  private static String resource(String name) {
    try (InputStream resource = ReferenceTable.class.getResourceAsStream(name)) {
      if (resource == null) {
        throw new IllegalStateException("the jar lacks its " + name);
      }
      return new String(resource.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String table() {
    return table;
  }

  SampleReport write(Path folder) throws IOException {
    byte[] bytes = csv.getBytes(UTF_8);
    Files.write(folder.resolve(table + ".csv"), bytes);
    return new SampleReport(1, rows().size(), bytes.length);
  }

  /** Its rows; their ids count from 1, and no field of theirs is quoted. */
  List<String[]> rows() {
    return csv.lines().skip(1).map(row -> row.split(",", -1)).toList();
  }
}
