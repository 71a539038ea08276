package dev.roastery.input.csv.column;

import dev.roastery.common.message.rows.ColumnType;
import java.util.List;

/**
 * What a value looks like: all that must be known of it to find its column's type. It is a long, so
 * that a column of shapes is built and passed on like a column of numbers:
 *
 * <pre>
 *   bits 0..7    kind
 *   bits 8..15   of a number: its digits before the point, without a lone 0; of a null word: which
 *   bits 16..23  of a number: its digits after the point
 *   bit  24      of a number: what is before the point is beyond 64 bits
 * </pre>
 */
public final class ValueShape {

  /** An empty field, or blanks: no value in a column of numbers or times. */
  public static final int EMPTY = 0;

  public static final int NUMBER = 1;
  public static final int DATE = 2;
  public static final int TIMESTAMP = 3;
  public static final int NULL_WORD = 4;
  public static final int TEXT = 5;

  /** What exports write where there is no value. */
  public static final List<String> NULL_WORDS =
      List.of("NULL", "null", "\\N", "NA", "N/A", "None", "nan");

  /** The digits of a decimal, before and after the point, that a long always holds. */
  public static final int DECIMAL_MAX = 18;

  /** A number of more digits is like one of so many: none of them fits any type. */
  private static final int DIGITS_MAX = 255;

  private static final long BEYOND = 1L << 24;

  private ValueShape() {}

  static long nullWord(int place) {
    return NULL_WORD | (long) place << 8;
  }

  static long number(int before, int after, boolean beyond) {
    return NUMBER
        | (long) Math.min(before, DIGITS_MAX) << 8
        | (long) Math.min(after, DIGITS_MAX) << 16
        | (beyond ? BEYOND : 0);
  }

  public static int kind(long shape) {
    return (int) (shape & 0xff);
  }

  /** A number's digits before the point; a lone 0 there is none. */
  public static int before(long shape) {
    return (int) (shape >>> 8 & 0xff);
  }

  public static int after(long shape) {
    return (int) (shape >>> 16 & 0xff);
  }

  public static boolean isBeyond64Bits(long shape) {
    return (shape & BEYOND) != 0;
  }

  /** Which of {@link #NULL_WORDS} it is. */
  public static int word(long shape) {
    return (int) (shape >>> 8 & 0xff);
  }

  /** Whether a column of that type can hold a number or a time of that shape. */
  static boolean fits(long shape, ColumnType type) {
    return switch (type) {
      case ColumnType.Whole _ ->
          kind(shape) == NUMBER && after(shape) == 0 && !isBeyond64Bits(shape);
      case ColumnType.Decimal(int scale) ->
          kind(shape) == NUMBER && after(shape) <= scale && before(shape) + scale <= DECIMAL_MAX;
      case ColumnType.Date _ -> kind(shape) == DATE;
      case ColumnType.Timestamp _ -> kind(shape) == DATE || kind(shape) == TIMESTAMP;
      case ColumnType.Text _ -> true;
    };
  }
}
