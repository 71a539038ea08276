package dev.roastery.input;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How many bad rows may be skipped: a number of rows, or a share of the rows of each table. Results
 * that lack more rows than that are not computed.
 *
 * @param text as it is written: {@code 100} or {@code 1%}
 */
public record MaxBadRows(String text) {

  private static final Pattern WRITTEN =
      Pattern.compile("[0-9]{1,15}|100(\\.0{1,6})?%|[0-9]{1,2}(\\.[0-9]{1,6})?%");

  /** What a job has that says nothing else. */
  public static final MaxBadRows STANDARD = new MaxBadRows("1%");

  /** Any number. */
  public static final MaxBadRows UNLIMITED = new MaxBadRows("100%");

  public MaxBadRows {
    if (!WRITTEN.matcher(text).matches()) {
      throw new IllegalArgumentException(text + " is neither a number nor a percentage");
    }
  }

  /** Nothing when it is neither a number of rows nor a percentage. */
  public static Optional<MaxBadRows> read(String text) {
    try {
      return Optional.of(new MaxBadRows(text.strip().replace(" ", "")));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** What was read of a table. */
  public record TableRows(String table, long bad, long rows) {}

  /** Why there are too many, if there are: a number counts all tables, a share each of them. */
  public Optional<String> exceededBy(List<TableRows> tables) {
    if (text.endsWith("%")) {
      return tables.stream()
          .filter(this::isTooMuch)
          .findFirst()
          .map(each -> sentence(each.bad(), each.rows(), "rows of table " + each.table()));
    }
    long bad = tables.stream().mapToLong(TableRows::bad).sum();
    long rows = tables.stream().mapToLong(TableRows::rows).sum();
    return bad > Long.parseLong(text) ? Optional.of(sentence(bad, rows, "rows")) : Optional.empty();
  }

  private boolean isTooMuch(TableRows table) {
    BigDecimal percent = new BigDecimal(text.substring(0, text.length() - 1));
    BigDecimal hundredfold = BigDecimal.valueOf(table.bad()).scaleByPowerOfTen(2);
    return hundredfold.compareTo(percent.multiply(BigDecimal.valueOf(table.rows()))) > 0;
  }

  private String sentence(long bad, long rows, String what) {
    return bad
        + " of "
        + rows
        + " "
        + what
        + " cannot be read, and at most "
        + text
        + " may be skipped";
  }

  @Override
  public String toString() {
    return text;
  }
}
