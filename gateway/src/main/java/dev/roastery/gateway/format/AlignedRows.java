package dev.roastery.gateway.format;

import java.io.IOException;
import java.io.Writer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows with their columns under each other; the first row is the header. */
public final class AlignedRows {

  private static final int WIDTH_MAX = 40;

  private AlignedRows() {}

  /** {@code numbers} says of each column whether it is to end at the same place. */
  public static void write(List<List<@Nullable String>> rows, List<Boolean> numbers, Writer out)
      throws IOException {
    int[] widths = new int[numbers.size()];
    for (List<@Nullable String> row : rows) {
      for (int at = 0; at < widths.length; at++) {
        widths[at] = Math.max(widths[at], length(shown(row.get(at))));
      }
    }
    for (int row = 0; row < rows.size(); row++) {
      line(rows.get(row), widths, numbers, out);
      if (row == 0) {
        rule(widths, out);
      }
    }
  }

  private static void line(
      List<@Nullable String> row, int[] widths, List<Boolean> numbers, Writer out)
      throws IOException {
    StringBuilder line = new StringBuilder();
    for (int at = 0; at < widths.length; at++) {
      String value = shown(row.get(at));
      String padding = " ".repeat(widths[at] - length(value));
      line.append("  ").append(numbers.get(at) ? padding + value : value + padding);
    }
    out.write(line.toString().stripTrailing() + "\n");
  }

  private static void rule(int[] widths, Writer out) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int width : widths) {
      line.append("  ").append("─".repeat(width));
    }
    out.write(line.append('\n').toString());
  }

  /** A value on one line, without what a terminal would act upon. */
  private static String shown(@Nullable String value) {
    String plain = value == null ? "" : TerminalText.plain(value);
    return length(plain) <= WIDTH_MAX
        ? plain
        : plain.substring(0, plain.offsetByCodePoints(0, WIDTH_MAX - 1)) + "…";
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
