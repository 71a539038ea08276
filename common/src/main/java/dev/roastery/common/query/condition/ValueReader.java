package dev.roastery.common.query.condition;

import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Function;
import dev.roastery.common.query.value.ValueFormat;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Reads the values that one operand compares with, in the unit of its longs. */
final class ValueReader {

  private final Problems problems;
  private final Function function;
  private final ColumnSpec column;
  private final ValueFormat format;

  ValueReader(Problems problems, Function function, ColumnSpec column) {
    this.problems = problems;
    this.function = function;
    this.column = column;
    this.format = function.result(column.type());
  }

  /** What is compared, as a message calls it. */
  String subject() {
    return function == Function.COLUMN ? column.name() : function.word() + " of " + column.name();
  }

  /** What it may be compared with. */
  String allowed() {
    return switch (function) {
      case YEAR -> "a year is a whole number from 0 to 9999";
      case HOUR -> "an hour is a whole number from 0 to 23";
      case WEEKDAY -> "a weekday is a whole number from 1 (Monday) to 7 (Sunday)";
      default ->
          switch (format) {
            case ValueFormat.Whole _ -> "it is of type whole, such as 75";
            case ValueFormat.Decimal decimal ->
                "it is of type " + decimal.name() + ", such as 75 or 7.5";
            case ValueFormat.Date _ -> "it is a date, such as \"2024-01-31\"";
            case ValueFormat.Timestamp _ -> "it is a timestamp, such as \"2024-01-31 06:00:00\"";
            case ValueFormat.Month _ -> "it is a month, such as \"2024-01\"";
            case ValueFormat.Half _ -> "it is a half-year, such as \"2024-H1\"";
            case ValueFormat.Quarter _ -> "it is a quarter, such as \"2024-Q1\"";
            case ValueFormat.Week _ -> "it is a week, such as \"2024-W05\"";
            case ValueFormat.TimeOfDay _ -> "it is a time of day, such as \"06:00:00\"";
            case ValueFormat.Text _ -> "it is of type text";
            case ValueFormat.Truth _ -> "it is true or false";
          };
    };
  }

  @Nullable BigDecimal read(Json json) {
    BigDecimal value =
        switch (json) {
          case Json.Num number -> number(number.value());
          case Json.Str text -> Moments.read(text.value(), format);
          default -> null;
        };
    if (value == null) {
      String shown =
          json instanceof Json.Str text ? NameSuggestions.quoted(text.value()) : json.kind();
      problems.add(json.place(), subject() + " does not compare with " + shown + ": " + allowed());
    }
    return value;
  }

  private @Nullable BigDecimal number(BigDecimal value) {
    return switch (format) {
      case ValueFormat.Whole _ when function == Function.YEAR -> wholeUpTo(9999, value);
      case ValueFormat.Whole _ when function == Function.HOUR -> wholeUpTo(23, value);
      case ValueFormat.Whole _ when function == Function.WEEKDAY -> wholeUpTo(7, value);
      case ValueFormat.Whole _ -> value;
      case ValueFormat.Decimal decimal -> value.movePointRight(decimal.scale());
      default -> null;
    };
  }

  private static @Nullable BigDecimal wholeUpTo(int max, BigDecimal value) {
    boolean good =
        value.scale() <= 0 && value.signum() >= 0 && value.compareTo(BigDecimal.valueOf(max)) <= 0;
    return good ? value : null;
  }
}
