package dev.roastery.input.csv.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.csv.scan.RowError;
import org.jspecify.annotations.Nullable;

/**
 * Reads a number, exactly: {@code [+-] digits [point digits] [e [+-] digits]}, without digits on
 * one side of the point at most. If the table has a separator of groups, the digits before the
 * point may be in groups of three; then all of them are.
 */
final class NumberReader {

  /** What becomes of digits that the scale has no place for. */
  enum Rest {
    /** They must be zeros. */
    REFUSE,
    HALF_EVEN,
    /** The next smaller number. */
    FLOOR
  }

  private static final long MIN_TENTH = Long.MIN_VALUE / 10;

  /** Beyond this, a number is 0 or too large, whatever its digits are. */
  private static final long EXPONENT_MAX = 1L << 40;

  private final byte point;
  private final byte[] separator;

  /** What is wrong with the number read last, or null. */
  @Nullable RowError flaw;

  private byte[] bytes = {};
  private int end;

  /** The byte after the number's digits, and how many of these there are, before its point too. */
  private int mantissaEnd;

  private int digits;
  private int whole;

  NumberReader(Dialect dialect) {
    point = (byte) dialect.decimal();
    separator = dialect.thousands().getBytes(UTF_8);
  }

  /**
   * The number {@code [from, to)} times ten to the power of {@code scale}, which may be negative.
   */
  long read(byte[] source, int from, int to, int scale, Rest rest, RowError otherwise) {
    bytes = source;
    end = to;
    flaw = null;
    boolean signed = from < to && (bytes[from] == '-' || bytes[from] == '+');
    boolean negative = signed && bytes[from] == '-';
    int first = signed ? from + 1 : from;
    if (!mantissa(first) || digits == 0) {
      return wrong(otherwise);
    }
    long exponent = exponent();
    if (flaw != null) {
      return wrong(otherwise);
    }
    return value(first, negative, exponent + scale - (digits - whole), rest);
  }

  private long wrong(RowError what) {
    flaw = what;
    return 0;
  }

  /** Finds out where the digits end, how many there are, and whether their groups are right. */
  private boolean mantissa(int first) {
    digits = 0;
    whole = -1;
    int group = -1;
    int at = first;
    while (at < end) {
      byte b = bytes[at];
      if (b >= '0' && b <= '9') {
        digits++;
        at++;
      } else if (b == point && whole < 0) {
        whole = digits;
        at++;
      } else if (whole < 0 && digits > 0 && isSeparator(at)) {
        boolean right = group < 0 ? digits <= 3 : digits - group == 3;
        if (!right) {
          return false;
        }
        group = digits;
        at += separator.length;
      } else {
        break;
      }
    }
    mantissaEnd = at;
    whole = whole < 0 ? digits : whole;
    return group < 0 || whole - group == 3;
  }

  private boolean isSeparator(int at) {
    if (separator.length == 0 || at + separator.length > end) {
      return false;
    }
    for (int i = 0; i < separator.length; i++) {
      if (bytes[at + i] != separator[i]) {
        return false;
      }
    }
    return true;
  }

  private long exponent() {
    int at = mantissaEnd;
    if (at == end) {
      return 0;
    }
    if (bytes[at] != 'e' && bytes[at] != 'E') {
      return wrong(RowError.NOT_DECIMAL);
    }
    at++;
    boolean negative = at < end && bytes[at] == '-';
    if (at < end && (negative || bytes[at] == '+')) {
      at++;
    }
    if (at == end) {
      return wrong(RowError.NOT_DECIMAL);
    }
    long exponent = 0;
    for (; at < end; at++) {
      int digit = bytes[at] - '0';
      if (digit < 0 || digit > 9) {
        return wrong(RowError.NOT_DECIMAL);
      }
      exponent = Math.min(exponent * 10 + digit, EXPONENT_MAX);
    }
    return negative ? -exponent : exponent;
  }

  /**
   * The digits times ten to the power of {@code shift}. Adds up below zero, where there is one
   * number more.
   */
  private long value(int first, boolean negative, long shift, Rest rest) {
    long kept = digits + Math.min(shift, 0);
    long value = 0;
    int next = 0;
    boolean more = false;
    boolean large = false;
    long place = 0;
    for (int at = first; at < mantissaEnd; at++) {
      int digit = bytes[at] - '0';
      if (digit < 0 || digit > 9) {
        continue;
      }
      if (place < kept) {
        large |= value < MIN_TENTH || (value == MIN_TENTH && digit > 8);
        value = value * 10 - digit;
      } else if (place == kept) {
        next = digit;
      } else {
        more |= digit != 0;
      }
      place++;
    }
    if (kept < 0) {
      more |= next != 0;
      next = 0;
    }
    boolean isExact = next == 0 && !more;
    if (!isExact && rest == Rest.REFUSE) {
      return wrong(RowError.TOO_PRECISE);
    }
    for (long i = 0; i < shift && value != 0 && !large; i++) {
      large = value < MIN_TENTH;
      value *= 10;
    }
    if (!isExact && isRoundedUp(value, next, more, negative, rest)) {
      large |= value == Long.MIN_VALUE;
      value--;
    }
    if (large || (!negative && value == Long.MIN_VALUE)) {
      return wrong(RowError.TOO_LARGE);
    }
    return negative ? value : -value;
  }

  /** Away from zero; {@code next} is the first digit that is left out, {@code more} others. */
  private static boolean isRoundedUp(
      long value, int next, boolean more, boolean negative, Rest rest) {
    return rest == Rest.FLOOR ? negative : next > 5 || (next == 5 && (more || (value & 1) != 0));
  }
}
