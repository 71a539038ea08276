package dev.roastery.cli.view;

import dev.roastery.gateway.format.TerminalText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Rows below a header, aligned; numbers at the right, and the last column as long as it is. */
final class AlignedColumns {

  private final List<List<String>> rows = new ArrayList<>();
  private final Set<String> right;

  /** {@code right} are the headers of columns that are aligned at the right. */
  AlignedColumns(List<String> headers, Set<String> right) {
    this.right = Set.copyOf(right);
    rows.add(headers);
  }

  void add(String... cells) {
    rows.add(List.of(cells).stream().map(TerminalText::plain).toList());
  }

  void print(PrintWriter out) {
    List<String> headers = rows.getFirst();
    int[] widths = new int[headers.size()];
    for (List<String> row : rows) {
      for (int at = 0; at < widths.length; at++) {
        widths[at] = Math.max(widths[at], length(row.get(at)));
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int at = 0; at < widths.length; at++) {
        String padding = " ".repeat(widths[at] - length(row.get(at)));
        boolean atRight = right.contains(headers.get(at));
        line.append(at == 0 ? "" : "  ")
            .append(atRight ? padding + row.get(at) : row.get(at) + padding);
      }
      out.println(line.toString().stripTrailing());
    }
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
