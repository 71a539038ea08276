package dev.roastery.bench.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** A table as documents have it: the first column is words, the others are numbers. */
final class MarkdownTable {

  private final List<String> lines = new ArrayList<>();
  private final int columns;

  MarkdownTable(List<String> columns) {
    this.columns = columns.size();
    lines.add(line(columns));
    List<String> rules = new ArrayList<>(Collections.nCopies(this.columns, "---:"));
    rules.set(0, "---");
    lines.add(line(rules));
  }

  void row(List<?> cells) {
    if (cells.size() != columns) {
      throw new IllegalArgumentException(cells + " are not " + columns);
    }
    lines.add(line(cells.stream().map(MarkdownTable::spelled).toList()));
  }

  private static String spelled(Object cell) {
    return switch (cell) {
      case Long whole -> "%,d".formatted(whole);
      case Integer whole -> "%,d".formatted(whole);
      case Double number -> "%.2f".formatted(number);
      default -> cell.toString();
    };
  }

  private static String line(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |"));
  }

  @Override
  public String toString() {
    return String.join("\n", lines);
  }
}
