package dev.roastery.input.csv.scan;

/** What can be wrong with a row or a value in it; the words follow on the value. */
public enum RowError {
  FIELD_COUNT(""),
  TOO_LONG(""),
  AFTER_QUOTE("has text after its closing quote; double a quote that is part of the text"),
  EMPTY("is empty, but the column must have a value"),
  NOT_WHOLE("is not a whole number"),
  NOT_DECIMAL("is not a decimal number"),
  TOO_LARGE("is a number that is too large"),
  TOO_PRECISE("has more decimals than the column"),
  NOT_DATE("is not a date (2024-01-31)"),
  NOT_TIMESTAMP("is not a timestamp (2024-01-31 07:00:00)"),
  NO_SUCH_DAY("is not a day of the calendar"),
  NO_SUCH_TIME("is not a time of day"),
  NOT_MIDNIGHT("has a time, but the column takes dates"),
  PART_OF_SECOND(
      "has a fraction of a second, but the column takes whole ones;"
          + " \"fractions\": \"cut\" in its table would cut fractions off"),
  NO_ZONE(
      "has an offset from UTC; say in its table which zone's time to count in, as in"
          + " \"zone\": \"Europe/Berlin\""),
  NOT_IN_FORMAT("is not written in the column's format"),
  NOT_A_WORD("is neither of the column's two words"),
  NESTED("is an object or a list, which is no value of a column"),
  NOT_AN_OBJECT("the line is not a JSON object"),
  FIELD_TWICE("is a second value of the same field"),
  UNKNOWN_FIELD("is not known"),
  NOT_STRICTLY_WHOLE("is not a whole number written like 7, not 007, +7 or 7.0"),
  NOT_STRICTLY_DECIMAL("is not a number of as many digits as the column's type has"),
  NOT_STRICTLY_DATE("is not a date written like 2024-01-31"),
  NOT_STRICTLY_TIMESTAMP("is not a date or timestamp written like 2024-01-31 07:00:00"),
  NOT_UTF8("is not UTF-8 text; save the file as UTF-8");

  private final String words;

  RowError(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }

  /** Whether this only contradicts what may have been inferred of the table. */
  public boolean isContradiction() {
    return switch (this) {
      case NOT_STRICTLY_WHOLE,
          NOT_STRICTLY_DECIMAL,
          NOT_STRICTLY_DATE,
          NOT_STRICTLY_TIMESTAMP,
          NESTED,
          UNKNOWN_FIELD ->
          true;
      default -> false;
    };
  }
}
