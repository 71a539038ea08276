package dev.roastery.input.csv.value;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.ColumnForm;
import dev.roastery.common.query.language.Dialect;
import java.util.Arrays;

/**
 * Finds the shape of one value, strictly: a number has no leading zeros, no plus sign and no
 * exponent, so that nothing is lost when it is read as a number; its whole part may be missing
 * ({@code .5}), but not its decimals. Dates and timestamps are those of {@link FieldReader}. Spaces
 * and tabs around all of these mean nothing, nor do quotes around the field.
 *
 * <p>Where commas are not between fields, a number may have commas, too: {@code 1.234,5} and {@code
 * 1,234.5} say what they are, {@code 1.234} and {@code 1,234} do not.
 */
public final class ShapeReader {

  private static final int DATE_LENGTH = 10;
  private static final int GROUP = 3;
  private static final long MIN_TENTH = Long.MIN_VALUE / 10;

  private final FieldReader times;
  private final int quote;
  private final boolean commas;
  private final byte[][] words =
      ValueShape.NULL_WORDS.stream().map(word -> word.getBytes(UTF_8)).toArray(byte[][]::new);

  /** Of a number: its separators, the last of them, and the digits before the first and this. */
  private int points;

  private int commasSeen;
  private int last;
  private int first;
  private boolean evenGroups;
  private boolean negative;

  public ShapeReader(Dialect dialect) {
    times = new FieldReader(new ColumnType.Timestamp(), ColumnForm.STANDARD, dialect);
    quote = FieldReader.quote(dialect);
    commas = dialect.delimiter() != ',';
  }

  /** The shape of {@code [from, to)}, which may be quoted. */
  public long read(byte[] bytes, int from, int to) {
    int at = from;
    int end = to;
    if (end - at >= 2 && bytes[at] == quote) {
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
    negative = bytes[at] == '-';
    long number = number(bytes, negative ? at + 1 : at, end);
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

  private long number(byte[] bytes, int from, int end) {
    if (!findSeparators(bytes, from, end)) {
      return ValueShape.TEXT;
    }
    int separators = points + commasSeen;
    int after = separators == 0 ? 0 : end - last - 1;
    int before = (separators == 0 ? end : last) - from - Math.max(separators - 1, 0);
    boolean zero = first > 0 && bytes[from] == '0';
    if (before + after == 0 || (separators > 0 && after == 0) || (zero && first > 1)) {
      return ValueShape.TEXT;
    }
    if (separators == 0) {
      return whole(bytes, from, end, zero ? 0 : before, 0);
    }
    if (separators == 1) {
      return oneSeparator(bytes[last] == '.', zero ? 0 : before, after);
    }
    if (zero || first == 0 || first > GROUP || !evenGroups) {
      return ValueShape.TEXT;
    }
    boolean oneKind = points == 0 || commasSeen == 0;
    if (oneKind) {
      long flags = ValueShape.GROUPS | (points > 0 ? ValueShape.COMMA : ValueShape.POINT);
      return after == GROUP ? whole(bytes, from, end, before + GROUP, flags) : ValueShape.TEXT;
    }
    long flag = bytes[last] == '.' ? ValueShape.POINT : ValueShape.COMMA;
    boolean lastIsAlone = (bytes[last] == '.' ? points : commasSeen) == 1;
    return lastIsAlone
        ? ValueShape.number(before, after, flag | ValueShape.GROUPS)
        : ValueShape.TEXT;
  }

  /** Finds points and commas between digits; false if there is anything else. */
  private boolean findSeparators(byte[] bytes, int from, int end) {
    points = 0;
    commasSeen = 0;
    last = from - 1;
    first = end - from;
    evenGroups = true;
    for (int at = from; at < end; at++) {
      byte b = bytes[at];
      if (isDigit(b)) {
        continue;
      }
      if (b != '.' && (b != ',' || !commas)) {
        return false;
      }
      if (points + commasSeen == 0) {
        first = at - from;
      } else {
        evenGroups &= at - last - 1 == GROUP;
      }
      points += b == '.' ? 1 : 0;
      commasSeen += b == ',' ? 1 : 0;
      last = at;
    }
    return true;
  }

  /** Where commas are between fields, a point is what it seems. */
  private long oneSeparator(boolean point, int before, int after) {
    boolean unclear = commas && after == GROUP && before > 0 && before <= GROUP;
    if (unclear) {
      long flag = point ? ValueShape.POINT_OR_GROUP : ValueShape.COMMA_OR_GROUP;
      return ValueShape.number(before, after, flag);
    }
    return ValueShape.number(before, after, point ? ValueShape.POINT : ValueShape.COMMA);
  }

  private long whole(byte[] bytes, int from, int end, int digits, long flags) {
    long value = 0;
    boolean beyond = false;
    for (int at = from; at < end; at++) {
      int digit = bytes[at] - '0';
      if (digit >= 0) {
        beyond |= value < MIN_TENTH || (value == MIN_TENTH && digit > 8);
        value = value * 10 - digit; // below zero there is one number more
      }
    }
    beyond |= !negative && value == Long.MIN_VALUE;
    return ValueShape.number(digits, 0, beyond ? flags | ValueShape.BEYOND_64_BITS : flags);
  }

  private long time(byte[] bytes, int at, int end) {
    if (end - at < DATE_LENGTH || bytes[at + 4] != '-') {
      return ValueShape.TEXT;
    }
    long _ = times.read(bytes, at, end);
    if (times.flaw != null || times.empty) {
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
