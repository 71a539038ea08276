package dev.roastery.common.query.language;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.value.Days;
import dev.roastery.common.query.value.ValueFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a condition or group key makes of a column's value. Of a null, each makes a null. */
public enum Function {
  /** The value itself. */
  COLUMN,
  YEAR,
  MONTH,
  HALF,
  DATE,
  HOUR,
  TIME,
  QUARTER,
  /** Of ISO 8601: it begins on a Monday, and belongs to the year of its Thursday. */
  WEEK,
  /** 1 is Monday, 7 is Sunday. */
  WEEKDAY;

  /** As it is written in a query. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Function of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(Function::word).toList();
  }

  public boolean accepts(ColumnType type) {
    return switch (this) {
      case COLUMN -> true;
      case YEAR, MONTH, HALF, QUARTER, WEEK, WEEKDAY ->
          type instanceof ColumnType.Timestamp || type instanceof ColumnType.Date;
      case DATE, HOUR, TIME -> type instanceof ColumnType.Timestamp;
    };
  }

  /** The format of what it makes of a column of that type. */
  public ValueFormat result(ColumnType type) {
    return switch (this) {
      case COLUMN -> ValueFormat.of(type);
      case YEAR, HOUR, WEEKDAY -> new ValueFormat.Whole();
      case QUARTER -> new ValueFormat.Quarter();
      case WEEK -> new ValueFormat.Week();
      case MONTH -> new ValueFormat.Month();
      case HALF -> new ValueFormat.Half();
      case DATE -> new ValueFormat.Date();
      case TIME -> new ValueFormat.TimeOfDay();
    };
  }

  /** The result for one value of a column of that type (not of texts). */
  public long apply(ColumnType type, long value) {
    return switch (this) {
      case COLUMN -> value;
      case YEAR -> Days.year(day(type, value));
      case MONTH -> Days.month(day(type, value));
      case HALF -> Days.half(day(type, value));
      case QUARTER -> Math.floorDiv(Days.month(day(type, value)), 3);
      case WEEK -> Days.week(day(type, value));
      case WEEKDAY -> Days.weekday(day(type, value));
      case DATE -> day(type, value);
      case HOUR -> Days.timeOfDay(value) / 3600;
      case TIME -> Days.timeOfDay(value);
    };
  }

  private static long day(ColumnType type, long value) {
    return type instanceof ColumnType.Timestamp ? Days.ofTimestamp(value) : value;
  }
}
