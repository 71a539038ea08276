package dev.roastery.input.csv.value;

import dev.roastery.input.csv.scan.RowIndex.Kind;
import java.util.List;

/**
 * What a value looks like: all that must be known of it to find its column's type. It is a long, so
 * that a column of shapes is built and passed on like a column of numbers:
 *
 * <pre>
 *   bits 0..7    kind
 *   bits 8..15   of a number: its digits before the point, without a lone 0; of a null word: which
 *   bits 16..23  of a number: its digits after the point
 *   bits 24..28  of a number: what its separators say
 *   bit  29      of a number: what is before its point is beyond 64 bits
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

  /** An object or a list. */
  public static final int NESTED = 6;

  /** A number such as 1.5 or 1,234.5: commas are between groups, if anywhere. */
  public static final long POINT = 1L << 24;

  /** A number such as 1,5 or 1.234,5: points are between groups, if anywhere. */
  public static final long COMMA = 1L << 25;

  /** The digits before its point are in groups. */
  public static final long GROUPS = 1L << 26;

  /** Either 1.234 with three decimals or the whole number 1234 in groups. */
  public static final long POINT_OR_GROUP = 1L << 27;

  /** The same of 1,234. */
  public static final long COMMA_OR_GROUP = 1L << 28;

  public static final long BEYOND_64_BITS = 1L << 29;

  /** All of these. */
  public static final long FLAGS =
      POINT | COMMA | GROUPS | POINT_OR_GROUP | COMMA_OR_GROUP | BEYOND_64_BITS;

  /** What exports write where there is no value. */
  public static final List<String> NULL_WORDS =
      List.of("NULL", "null", "\\N", "NA", "N/A", "None", "nan");

  /** A number of more digits is like one of so many: none of them fits any type. */
  private static final int DIGITS_MAX = 255;

  private ValueShape() {}

  /**
   * The shape of a value whose format says of which kind it is: a number that is given as a text is
   * none, and the point of another says nothing of how other formats write numbers.
   */
  public static long of(Kind kind, long shape) {
    boolean number = kind(shape) == NUMBER;
    return switch (kind) {
      case ANY -> shape;
      case BARE -> number ? shape & ~POINT : shape;
      case TEXT -> number ? TEXT : shape;
      case NESTED -> NESTED;
    };
  }

  static long nullWord(int place) {
    return NULL_WORD | (long) place << 8;
  }

  static long number(int before, int after, long flags) {
    return NUMBER
        | (long) Math.min(before, DIGITS_MAX) << 8
        | (long) Math.min(after, DIGITS_MAX) << 16
        | flags;
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

  public static boolean is(long shape, long flag) {
    return (shape & flag) != 0;
  }

  /** Which of {@link #NULL_WORDS} it is. */
  public static int word(long shape) {
    return (int) (shape >>> 8 & 0xff);
  }
}
