package dev.roastery.gateway.format;

import dev.roastery.gateway.collect.ResultRows;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * For people: a picture of each number of a result, made of characters. What it is follows from the
 * types: a line where the only other column is a time and there are many of them, and otherwise a
 * bar for each row, named by its other columns. Without a number there is nothing to draw, and the
 * rows are shown as a table.
 */
final class ChartText implements ResultText {

  /** More points would not be seen, and rows are not held beyond that. */
  static final int ROWS_MAX = 2_000;

  private static final int BARS_MAX = 40;
  private static final int LINE_FROM = 13;
  private static final Set<String> TIMES =
      Set.of("date", "timestamp", "hour", "day", "week", "month", "quarter", "half-year", "year");

  private final String wayToAll;
  private final int columns;
  private String before = "";

  /** {@code columns} is how wide the terminal is. */
  ChartText(String wayToAll, int columns) {
    this.wayToAll = wayToAll;
    this.columns = columns;
  }

  @Override
  public void write(ResultHead head, Reader csv, Writer out) throws IOException {
    ResultRows rows = new ResultRows(csv);
    List<String> names =
        Objects.requireNonNull(rows.next(), "a header").stream().map(ChartText::shown).toList();
    List<Integer> numbers =
        IntStream.range(0, names.size()).filter(head::isNumber).boxed().toList();
    out.write(before + head.query() + " (" + counted(head.rows()) + ")\n");
    before = "\n";
    List<List<@Nullable String>> read = read(rows, ROWS_MAX);
    if (numbers.isEmpty() || read.isEmpty()) {
      out.write(
          read.isEmpty()
              ? "no rows to draw\n"
              : "no column is a number to draw: see --format table\n");
      return;
    }
    boolean line = isTime(head, numbers, names.size()) && read.size() >= LINE_FROM;
    List<List<@Nullable String>> drawn =
        line ? read : read.subList(0, Math.min(BARS_MAX, read.size()));
    List<String> labels = drawn.stream().map(row -> label(row, numbers)).toList();
    for (int number : numbers) {
      List<@Nullable BigDecimal> values =
          drawn.stream().map(row -> value(row.get(number))).toList();
      out.write(TerminalText.plain(names.get(number)) + "\n");
      if (line) {
        new LineChart(labels, values, columns).write(out);
      } else {
        new BarChart(labels, values, columns).write(out);
      }
    }
    long more = head.rows() - drawn.size();
    if (more > 0) {
      out.write("… and %s: %s\n".formatted(counted(more).replace(" row", " more row"), wayToAll));
    }
  }

  /** A null is an empty label, and no value. */
  private static List<List<@Nullable String>> read(ResultRows rows, int most) throws IOException {
    List<List<@Nullable String>> read = new ArrayList<>();
    while (read.size() < most) {
      List<@Nullable String> row = rows.next();
      if (row == null) {
        break;
      }
      read.add(row);
    }
    return read;
  }

  /** Whether one column that is no number is all that names a row, and it is a time. */
  private static boolean isTime(ResultHead head, List<Integer> numbers, int columns) {
    List<Integer> others =
        IntStream.range(0, columns).filter(at -> !numbers.contains(at)).boxed().toList();
    return others.size() == 1
        && others.getFirst() < head.columns().size()
        && TIMES.contains(head.columns().get(others.getFirst()).type());
  }

  private static String label(List<@Nullable String> row, List<Integer> numbers) {
    return String.join(
        "  ",
        IntStream.range(0, row.size())
            .filter(at -> !numbers.contains(at))
            .mapToObj(at -> shown(row.get(at)))
            .toList());
  }

  private static String shown(@Nullable String text) {
    return text == null ? "" : TerminalText.plain(text);
  }

  private static @Nullable BigDecimal value(@Nullable String text) {
    return text == null ? null : new BigDecimal(text);
  }

  private static String counted(long rows) {
    return String.format(Locale.ROOT, "%,d %s", rows, rows == 1 ? "row" : "rows");
  }
}
