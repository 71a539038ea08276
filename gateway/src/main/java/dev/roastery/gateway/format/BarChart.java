package dev.roastery.gateway.format;

import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A bar for each value, to the right of zero, or to its left where it is less. */
final class BarChart {

  private static final int LABEL_MAX = 32;
  private static final int BAR_MIN = 10;

  /** Parts of a cell, by eighths. */
  private static final String[] EIGHTHS = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};

  private final List<String> labels;
  private final List<@Nullable BigDecimal> values;
  private final int columns;

  BarChart(List<String> labels, List<@Nullable BigDecimal> values, int columns) {
    this.labels = labels;
    this.values = values;
    this.columns = columns;
  }

  void write(Writer out) throws IOException {
    int labelWidth = Math.min(LABEL_MAX, widest(labels));
    List<String> texts = values.stream().map(BarChart::text).toList();
    int textWidth = widest(texts);
    int room = Math.max(BAR_MIN, columns - labelWidth - textWidth - 6);
    BigDecimal most = extreme(BigDecimal.ZERO, true);
    BigDecimal least = extreme(BigDecimal.ZERO, false);
    BigDecimal span = most.subtract(least);
    int zero = cells(least.negate(), span, room) / 8;
    for (int at = 0; at < values.size(); at++) {
      String label = cut(labels.get(at), labelWidth);
      BigDecimal value = values.get(at);
      String bar = value == null ? "" : bar(value, span, zero, room);
      out.write(
          ("  "
                      + label
                      + " ".repeat(labelWidth - length(label))
                      + "  "
                      + " ".repeat(textWidth - length(texts.get(at)))
                      + texts.get(at)
                      + "  "
                      + bar)
                  .stripTrailing()
              + "\n");
    }
  }

  private static String bar(BigDecimal value, BigDecimal span, int zero, int room) {
    int eighths = cells(value.abs(), span, room);
    if (value.signum() < 0) {
      int whole = Math.min(zero, Math.max(1, (eighths + 4) / 8));
      return " ".repeat(zero - whole) + "█".repeat(whole);
    }
    String left = " ".repeat(zero);
    boolean seen = eighths == 0 && value.signum() > 0; // what is not nothing is seen
    return left + "█".repeat(eighths / 8) + (seen ? EIGHTHS[1] : EIGHTHS[eighths % 8]);
  }

  /** In eighths of a cell. */
  private static int cells(BigDecimal value, BigDecimal span, int room) {
    return span.signum() == 0
        ? 0
        : value
            .multiply(BigDecimal.valueOf(8L * room))
            .divide(span, 0, RoundingMode.HALF_UP)
            .intValueExact();
  }

  private BigDecimal extreme(BigDecimal from, boolean most) {
    return values.stream()
        .filter(Objects::nonNull)
        .map(Objects::requireNonNull)
        .reduce(from, most ? BigDecimal::max : BigDecimal::min);
  }

  static String text(@Nullable BigDecimal value) {
    if (value == null) {
      return "-";
    }
    String digits = value.abs().toPlainString();
    int point = digits.indexOf('.') < 0 ? digits.length() : digits.indexOf('.');
    StringBuilder grouped = new StringBuilder(digits);
    for (int at = point - 3; at > 0; at -= 3) {
      grouped.insert(at, ',');
    }
    return (value.signum() < 0 ? "-" : "") + grouped;
  }

  private static int widest(List<String> texts) {
    return texts.stream().mapToInt(BarChart::length).max().orElse(0);
  }

  private static String cut(String text, int width) {
    return length(text) <= width
        ? text
        : text.substring(0, text.offsetByCodePoints(0, width - 1)) + "…";
  }

  private static int length(String text) {
    return text.codePointCount(0, text.length());
  }
}
