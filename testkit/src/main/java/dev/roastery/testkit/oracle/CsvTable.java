package dev.roastery.testkit.oracle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reads CSV slowly and plainly, character by character: quotes, line breaks in them, CRLF, a byte
 * order mark, a last line without its end, a file of nothing. A value that is empty is not in its
 * row's map.
 */
public final class CsvTable {

  private static final char END = '\uffff';

  private final String csv;
  private int at;

  private CsvTable(String csv) {
    this.csv = csv.startsWith("\ufeff") ? csv.substring(1) : csv;
  }

  /** The rows of all parts of a table, each by column name. */
  public static List<Map<String, String>> rows(Path dataset, String table) throws IOException {
    List<Map<String, String>> rows = new ArrayList<>();
    try (Stream<Path> files = Files.list(dataset.resolve(table))) {
      for (Path part : files.filter(file -> file.toString().endsWith(".csv")).sorted().toList()) {
        rows.addAll(new CsvTable(Files.readString(part)).rows());
      }
    }
    return rows;
  }

  private List<Map<String, String>> rows() {
    List<Map<String, String>> rows = new ArrayList<>();
    List<String> header = at < csv.length() ? record() : List.of();
    while (at < csv.length()) {
      rows.add(byName(header, record()));
    }
    return rows;
  }

  private static Map<String, String> byName(List<String> header, List<String> fields) {
    if (fields.size() != header.size()) {
      throw new IllegalArgumentException(fields + " has not as many fields as " + header);
    }
    Map<String, String> row = new HashMap<>();
    for (int column = 0; column < header.size(); column++) {
      if (!fields.get(column).isEmpty()) {
        row.put(header.get(column), fields.get(column));
      }
    }
    return row;
  }

  private List<String> record() {
    List<String> fields = new ArrayList<>();
    fields.add(field());
    while (next() == ',') {
      at++;
      fields.add(field());
    }
    at += csv.startsWith("\r\n", at) ? 2 : 1;
    return fields;
  }

  private String field() {
    return next() == '"' ? quoted() : plain();
  }

  private String plain() {
    int start = at;
    while (",\r\n".indexOf(next()) < 0 && next() != END) {
      at++;
    }
    return csv.substring(start, at);
  }

  private String quoted() {
    StringBuilder text = new StringBuilder();
    at++;
    while (next() != '"' || csv.startsWith("\"\"", at)) {
      if (next() == END) {
        throw new IllegalArgumentException("a quoted field has no end");
      }
      at += next() == '"' ? 1 : 0;
      text.append(csv.charAt(at++));
    }
    at++;
    return text.toString();
  }

  private char next() {
    return at < csv.length() ? csv.charAt(at) : END;
  }
}
