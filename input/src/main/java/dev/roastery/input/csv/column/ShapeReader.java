package dev.roastery.input.csv.column;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.message.rows.ColumnType;
import java.util.Arrays;

/**
 * Finds the shape of one value, strictly: a number is {@code -? digits [. digits]} without leading
 * zeros, so that nothing is lost when it is read as a number; its whole part may be missing ({@code
 * .5}), but not its decimals. Dates and timestamps are those of {@link FieldReader}. Spaces and
 * tabs around all of these mean nothing, nor do quotes around the field.
 */
final class ShapeReader {

  private static final ColumnType TIMESTAMP = new ColumnType.Timestamp();
  private static final int DATE_LENGTH = 10;
  private static final long MIN_TENTH = Long.MIN_VALUE / 10;

  private final FieldReader times = new FieldReader();
  private final byte[][] words =
      ValueShape.NULL_WORDS.stream().map(word -> word.getBytes(UTF_8)).toArray(byte[][]::new);

  /** The shape of {@code [from, to)}, which may be quoted. */
  long read(byte[] bytes, int from, int to) {
    int at = from;
    int end = to;
    if (end - at >= 2 && bytes[at] == '"') {
      at++;
      end--;
    }
    while (at < end && isBlank(bytes[at])) {
      at++;
    }
    while (at < end && isBlank(bytes[end - 1])) {
      end--;
    }
    if (at == end) {
      return ValueShape.EMPTY;
    }
    long number = number(bytes, at, end);
    if (number != ValueShape.TEXT) {
      return number;
    }
    return isDigit(bytes[at]) ? time(bytes, at, end) : word(bytes, at, end);
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }

  private static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private static long number(byte[] bytes, int from, int end) {
    boolean negative = bytes[from] == '-';
    int start = negative ? from + 1 : from;
    int at = start;
    long value = 0;
    boolean beyond = false;
    for (; at < end && isDigit(bytes[at]); at++) {
      int digit = bytes[at] - '0';
      beyond |= value < MIN_TENTH || (value == MIN_TENTH && digit > 8);
      value = value * 10 - digit; // below zero there is one number more
    }
    beyond |= !negative && value == Long.MIN_VALUE;
    int before = at - start;
    boolean zero = before > 0 && bytes[start] == '0';
    if (zero && before > 1) {
      return ValueShape.TEXT;
    }
    int after = 0;
    if (at < end && bytes[at] == '.') {
      at++;
      while (at < end && isDigit(bytes[at])) {
        at++;
        after++;
      }
      if (after == 0) {
        return ValueShape.TEXT;
      }
    }
    return at < end || before + after == 0
        ? ValueShape.TEXT
        : ValueShape.number(zero ? 0 : before, after, beyond);
  }

  private long time(byte[] bytes, int at, int end) {
    if (end - at < DATE_LENGTH || bytes[at + 4] != '-') {
      return ValueShape.TEXT;
    }
    long _ = times.read(TIMESTAMP, bytes, at, end);
    if (times.flaw != null) {
      return ValueShape.TEXT;
    }
    return end - at == DATE_LENGTH ? ValueShape.DATE : ValueShape.TIMESTAMP;
  }

  private long word(byte[] bytes, int at, int end) {
    for (int i = 0; i < words.length; i++) {
      if (Arrays.equals(bytes, at, end, words[i], 0, words[i].length)) {
        return ValueShape.nullWord(i);
      }
    }
    return ValueShape.TEXT;
  }
}
