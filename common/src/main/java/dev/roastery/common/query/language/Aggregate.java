package dev.roastery.common.query.language;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.value.ValueFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How the values of a group become one. Nulls do not take part. */
public enum Aggregate {
  /** Of {@code *} the rows, of a column its values. */
  COUNT,
  SUM,
  MIN,
  MAX,
  /** The sum divided by the count, rounded only when it is shown. */
  AVG;

  private static final int AVERAGE_DIGITS = 2;
  private static final int SCALE_MAX = 18;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Aggregate of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(Aggregate::word).toList();
  }

  public boolean accepts(ColumnType type) {
    return switch (this) {
      case COUNT, MIN, MAX -> true;
      case SUM, AVG -> type instanceof ColumnType.Whole || type instanceof ColumnType.Decimal;
    };
  }

  /** The format of the result over a column of that type. */
  public ValueFormat result(ColumnType type) {
    return switch (this) {
      case COUNT -> new ValueFormat.Whole();
      case SUM, MIN, MAX -> ValueFormat.of(type);
      case AVG -> new ValueFormat.Decimal(Math.min(scale(type) + AVERAGE_DIGITS, SCALE_MAX));
    };
  }

  private static int scale(ColumnType type) {
    return type instanceof ColumnType.Decimal decimal ? decimal.scale() : 0;
  }
}
