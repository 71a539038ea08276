package dev.roastery.input.csv.column;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.input.csv.scan.RowError;
import org.jspecify.annotations.Nullable;

/**
 * Reads one value as its grammar says, byte by byte. The columns read the usual forms by words, and
 * come here with all the others: quoted, padded, negative, long, wrong.
 *
 * <p>A number is {@code -? digits [. digits]}, without digits on one side of the point at most; a
 * whole number has only zeros after it, as has a decimal after its scale. A timestamp is {@code
 * yyyy-MM-dd}, then nothing (midnight), or a space or T, {@code HH:mm:ss}, and nothing or a point
 * and zeros. A date is a timestamp at midnight. Spaces and tabs around all of these mean nothing.
 */
final class FieldReader {

  private static final long MIN_TENTH = Long.MIN_VALUE / 10;

  /** What is wrong with the value read last, or null. */
  @Nullable RowError flaw;

  /** Whether the value read last was empty. */
  boolean empty;

  private byte[] bytes = {};
  private int at;
  private int end;

  /** Reads {@code [from, to)}, which may be quoted; 0 when it is empty or wrong. */
  long read(ColumnType type, byte[] source, int from, int to) {
    bytes = source;
    at = from;
    end = to;
    flaw = null;
    trim();
    empty = at == end;
    if (empty) {
      return 0;
    }
    long value =
        switch (type) {
          case ColumnType.Whole() -> number(0, RowError.NOT_WHOLE, RowError.NOT_WHOLE);
          case ColumnType.Decimal(int scale) ->
              number(scale, RowError.NOT_DECIMAL, RowError.TOO_PRECISE);
          case ColumnType.Date() -> date();
          case ColumnType.Timestamp() -> timestamp(RowError.NOT_TIMESTAMP);
          case ColumnType.Text() -> throw new IllegalArgumentException("text is not read here");
        };
    return flaw == null ? value : 0;
  }

  private void trim() {
    if (end - at >= 2 && bytes[at] == '"') {
      at++;
      end--;
    }
    while (at < end && blank(bytes[at])) {
      at++;
    }
    while (at < end && blank(bytes[end - 1])) {
      end--;
    }
  }

  private static boolean blank(byte b) {
    return b == ' ' || b == '\t';
  }

  private long wrong(RowError what) {
    flaw = what;
    return 0;
  }

  /** Adds up below zero, where there is one number more. */
  private long number(int scale, RowError otherwise, RowError tooPrecise) {
    boolean negative = bytes[at] == '-';
    int digits = 0;
    int point = -1;
    long value = 0;
    boolean precise = false;
    boolean large = false;
    for (int i = negative ? at + 1 : at; i < end; i++) {
      int digit = bytes[i] - '0';
      if (bytes[i] == '.' && point < 0) {
        point = i;
      } else if (digit < 0 || digit > 9) {
        return wrong(otherwise);
      } else if (point >= 0 && i - point > scale) {
        digits++;
        precise |= digit != 0;
      } else {
        digits++;
        large |= value < MIN_TENTH || (value == MIN_TENTH && digit > 8);
        value = value * 10 - digit;
      }
    }
    for (int i = point < 0 ? 0 : Math.min(end - point - 1, scale); i < scale; i++) {
      large |= value < MIN_TENTH;
      value *= 10;
    }
    if (digits == 0) {
      return wrong(otherwise);
    }
    if (precise) {
      return wrong(tooPrecise);
    }
    if (large || (!negative && value == Long.MIN_VALUE)) {
      return wrong(RowError.TOO_LARGE);
    }
    return negative ? value : -value;
  }

  private long date() {
    long seconds = timestamp(RowError.NOT_DATE);
    return flaw == null && Math.floorMod(seconds, CivilTime.DAY) != 0
        ? wrong(RowError.NOT_MIDNIGHT)
        : Math.floorDiv(seconds, CivilTime.DAY);
  }

  private long timestamp(RowError otherwise) {
    int length = end - at;
    if (length < 10 || !shaped("0000-00-00", at)) {
      return wrong(otherwise);
    }
    long day = CivilTime.day(four(at), two(at + 5), two(at + 8));
    if (day == CivilTime.NONE) {
      return wrong(RowError.NO_SUCH_DAY);
    }
    if (length == 10) {
      return day * CivilTime.DAY;
    }
    boolean between = bytes[at + 10] == ' ' || bytes[at + 10] == 'T';
    if (length < 19 || !between || !shaped("00:00:00", at + 11)) {
      return wrong(otherwise);
    }
    long second = CivilTime.second(two(at + 11), two(at + 14), two(at + 17));
    if (second == CivilTime.NONE) {
      return wrong(RowError.NO_SUCH_TIME);
    }
    checkFraction(at + 19, otherwise);
    return day * CivilTime.DAY + second;
  }

  private void checkFraction(int from, RowError otherwise) {
    if (from == end) {
      return;
    }
    if (bytes[from] != '.' || from + 1 == end) {
      flaw = otherwise;
      return;
    }
    for (int i = from + 1; i < end; i++) {
      if (bytes[i] < '0' || bytes[i] > '9') {
        flaw = otherwise;
        return;
      }
      if (bytes[i] != '0') {
        flaw = RowError.PART_OF_SECOND;
      }
    }
  }

  private boolean shaped(String shape, int from) {
    for (int i = 0; i < shape.length(); i++) {
      byte b = bytes[from + i];
      if (shape.charAt(i) == '0' ? b < '0' || b > '9' : b != shape.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private int two(int from) {
    return (bytes[from] - '0') * 10 + bytes[from + 1] - '0';
  }

  private int four(int from) {
    return two(from) * 100 + two(from + 2);
  }
}
