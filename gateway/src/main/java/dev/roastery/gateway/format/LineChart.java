package dev.roastery.gateway.format;

import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values over time: a line in a grid, its least and greatest value at the left, its first and last
 * time below. Of values that share a column of the grid, the lowest and the highest are joined.
 */
final class LineChart {

  private static final int HEIGHT = 10;
  private static final int WIDTH_MIN = 10;

  private final List<Double> values = new ArrayList<>();
  private final List<String> known = new ArrayList<>();
  private final int columns;
  private final BigDecimal most;
  private final BigDecimal least;

  LineChart(List<String> labels, List<@Nullable BigDecimal> values, int columns) {
    this.columns = columns;
    BigDecimal highest = BigDecimal.ZERO;
    BigDecimal lowest = BigDecimal.ZERO;
    for (int at = 0; at < values.size(); at++) {
      BigDecimal value = values.get(at);
      if (value != null) {
        known.add(labels.get(at));
        this.values.add(value.doubleValue());
        highest = known.size() == 1 ? value : highest.max(value);
        lowest = known.size() == 1 ? value : lowest.min(value);
      }
    }
    most = highest.max(BigDecimal.ZERO);
    // Of values that are all alike, what differs is to be seen; of others, zero too.
    least = lowest.add(lowest).compareTo(highest) > 0 ? lowest : lowest.min(BigDecimal.ZERO);
  }

  void write(Writer out) throws IOException {
    if (values.isEmpty()) {
      out.write("  nothing but empty values\n");
      return;
    }
    String top = BarChart.text(most);
    String bottom = BarChart.text(least);
    int left = Math.max(top.length(), bottom.length());
    int room = Math.max(WIDTH_MIN, columns - left - 5);
    int width = Math.min(room, values.size() * Math.max(1, Math.min(4, room / values.size())));
    char[][] grid = grid(width);
    for (int row = HEIGHT - 1; row >= 0; row--) {
      String name = row == HEIGHT - 1 ? top : row == 0 ? bottom : "";
      out.write(
          "  "
              + " ".repeat(left - name.length())
              + name
              + " "
              + (name.isEmpty() ? "│" : "┤")
              + new String(grid[row]).stripTrailing()
              + "\n");
    }
    out.write("  " + " ".repeat(left) + " └" + "─".repeat(width) + "\n");
    String first = known.getFirst();
    String last = known.getLast();
    int between = Math.max(1, width - first.length() - last.length());
    out.write("  " + " ".repeat(left + 2) + first + " ".repeat(between) + last + "\n");
  }

  /** By row, from the bottom, and column. */
  private char[][] grid(int width) {
    char[][] grid = new char[HEIGHT][width];
    for (char[] row : grid) {
      Arrays.fill(row, ' ');
    }
    int before = -1;
    for (int column = 0; column < width; column++) {
      List<Integer> rows = rows(column, width);
      int low = Collections.min(rows);
      int high = Collections.max(rows);
      if (before >= 0 && before < low) {
        low = before + 1;
      } else if (before > high) {
        high = before - 1;
      }
      for (int row = low; row <= high; row++) {
        grid[row][column] = '│';
      }
      before = rows.getLast();
      grid[before][column] = '•';
    }
    return grid;
  }

  /** The rows of the values of a column; between two values, those of the line from one to next. */
  private List<Integer> rows(int column, int width) {
    int count = values.size();
    if (count <= width) {
      double at = width == 1 ? 0 : (double) column * (count - 1) / (width - 1);
      int from = (int) at;
      double next = values.get(Math.min(count - 1, from + 1));
      double value = values.get(from);
      return List.of(row(value + (next - value) * (at - from)));
    }
    int from = (int) ((long) column * count / width);
    int to = (int) ((long) (column + 1) * count / width);
    return values.subList(from, to).stream().map(this::row).toList();
  }

  private int row(double value) {
    double span = most.doubleValue() - least.doubleValue();
    return span == 0 ? 0 : (int) Math.round((value - least.doubleValue()) / span * (HEIGHT - 1));
  }
}
