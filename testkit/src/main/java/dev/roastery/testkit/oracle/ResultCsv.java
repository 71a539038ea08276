package dev.roastery.testkit.oracle;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** A result as it grows, row by row; the first is its header. */
final class ResultCsv {

  private final StringBuilder csv = new StringBuilder();

  void row(@Nullable Object... values) {
    String separator = "";
    for (Object value : values) {
      csv.append(separator).append(spelled(value));
      separator = ",";
    }
    csv.append('\n');
  }

  private static String spelled(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case BigDecimal decimal -> decimal.toPlainString();
      case String text when text.isEmpty() || text.matches("(?s).*[,\"\r\n].*") ->
          '"' + text.replace("\"", "\"\"") + '"';
      default -> value.toString();
    };
  }

  @Override
  public String toString() {
    return csv.toString();
  }
}
