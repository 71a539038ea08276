package dev.roastery.input.csv.value;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.roastery.common.query.language.ColumnForm.Fractions;
import dev.roastery.common.query.language.TimePattern;
import dev.roastery.common.query.language.Zone;
import dev.roastery.input.csv.scan.RowError;
import java.time.Instant;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads a timestamp: by default {@code yyyy-MM-dd}, then nothing (midnight), or a space or T,
 * {@code HH:mm} or {@code HH:mm:ss}, a fraction, and an offset from UTC; otherwise in the order of
 * a pattern. A timestamp with an offset becomes the wall-clock time of the table's zone; without an
 * offset it is that already.
 */
final class TimeReader {

  /** The first and the last second that a result can show: of the years 0000 to 9999. */
  static final long SECOND_MIN = -62_167_219_200L;

  static final long SECOND_MAX = 253_402_300_799L;

  private static final String[] MONTHS = {
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"
  };

  private static final TimePattern.Part[] ISO_DAY = {
    TimePattern.Field.YEAR,
    new TimePattern.Literal('-'),
    TimePattern.Field.MONTH,
    new TimePattern.Literal('-'),
    TimePattern.Field.DAY
  };

  private final Fractions fractions;
  private final @Nullable ZoneRules rules;

  /** Of the pattern; those of ISO 8601 when empty. */
  private final List<TimePattern.Part> parts;

  /** What is wrong with the timestamp read last, or null. */
  @Nullable RowError flaw;

  private byte[] bytes = {};
  private int at;
  private int end;

  private int year;
  private int month;
  private int day;
  private int hour;
  private int minute;
  private int second;
  private boolean afternoon;
  private boolean halves;
  private boolean fraction;
  private boolean placed;
  private int offset;

  /** Between these instants the zone has this offset. */
  private long offsetFrom;

  private long offsetTo;
  private int zoneOffset;

  TimeReader(@Nullable TimePattern pattern, Fractions fractions, @Nullable Zone zone) {
    this.parts = pattern == null ? List.of() : pattern.parts();
    this.fractions = fractions;
    this.rules = zone == null ? null : zone.rules();
  }

  /** Seconds since 1970-01-01T00:00:00. */
  long read(byte[] source, int from, int to, RowError otherwise) {
    bytes = source;
    at = from;
    end = to;
    flaw = null;
    hour = 0;
    minute = 0;
    second = 0;
    afternoon = false;
    halves = false;
    fraction = false;
    placed = false;
    offset = 0;
    boolean shaped = parts.isEmpty() ? iso() : pattern();
    if (!shaped || at != end) {
      return wrong(otherwise);
    }
    return seconds();
  }

  private long wrong(RowError what) {
    flaw = what;
    return 0;
  }

  private long seconds() {
    long days = CivilTime.day(year, month, day);
    if (days == CivilTime.NONE) {
      return wrong(RowError.NO_SUCH_DAY);
    }
    if (halves) {
      if (hour < 1 || hour > 12) {
        return wrong(RowError.NO_SUCH_TIME);
      }
      hour = hour % 12 + (afternoon ? 12 : 0);
    }
    long time = CivilTime.second(hour, minute, second);
    if (time == CivilTime.NONE) {
      return wrong(RowError.NO_SUCH_TIME);
    }
    if (fraction && fractions == Fractions.REFUSE) {
      return wrong(RowError.PART_OF_SECOND);
    }
    long seconds = days * CivilTime.DAY + time;
    if (!placed) {
      return seconds;
    }
    return rules == null ? wrong(RowError.NO_ZONE) : inZone(seconds - offset);
  }

  /** What clocks show at that second of UTC in the table's zone; UTC where it has none. */
  long shown(long instant) {
    flaw = null;
    return inZone(instant);
  }

  private long inZone(long instant) {
    if (instant < SECOND_MIN || instant > SECOND_MAX) {
      return wrong(RowError.NO_SUCH_DAY);
    }
    if (rules == null) {
      return instant;
    }
    if (instant < offsetFrom || instant >= offsetTo) {
      Instant moment = Instant.ofEpochSecond(instant);
      ZoneOffsetTransition next = rules.nextTransition(moment);
      ZoneOffsetTransition last = rules.previousTransition(moment.plusSeconds(1));
      zoneOffset = rules.getOffset(moment).getTotalSeconds();
      offsetTo = next == null ? Long.MAX_VALUE : next.toEpochSecond();
      offsetFrom = last == null ? Long.MIN_VALUE : last.toEpochSecond();
    }
    long shown = instant + zoneOffset;
    return shown < SECOND_MIN || shown > SECOND_MAX ? wrong(RowError.NO_SUCH_DAY) : shown;
  }

  private boolean iso() {
    for (TimePattern.Part part : ISO_DAY) {
      if (!part(part)) {
        return false;
      }
    }
    if (at == end) {
      return true;
    }
    if (bytes[at] != ' ' && bytes[at] != 'T') {
      return false;
    }
    at++;
    hour = number(2, 2);
    if (hour < 0 || !literal(':')) {
      return false;
    }
    minute = number(2, 2);
    if (minute < 0) {
      return false;
    }
    if (at < end && bytes[at] == ':') {
      at++;
      second = number(2, 2);
      if (second < 0 || !fraction()) {
        return false;
      }
    }
    return at == end || spacedOffset();
  }

  /** Perhaps after a space, which some programs write. */
  private boolean spacedOffset() {
    if (bytes[at] == ' ') {
      at++;
    }
    if (end - at == 3 && word().equals("utc")) {
      at = end;
      placed = true;
      return true;
    }
    return offset();
  }

  private boolean pattern() {
    for (int i = 0; i < parts.size(); i++) {
      if (!part(parts.get(i))) {
        return false;
      }
      if (parts.get(i) == TimePattern.Field.SECOND && !isNext(i + 1) && !fraction()) {
        return false;
      }
    }
    return true;
  }

  /** Whether the pattern goes on with the character that is next. */
  private boolean isNext(int part) {
    return at < end
        && part < parts.size()
        && parts.get(part) instanceof TimePattern.Literal(char character)
        && bytes[at] == character;
  }

  private boolean part(TimePattern.Part part) {
    return switch (part) {
      case TimePattern.Literal(char character) -> literal(character);
      case TimePattern.Field field -> field(field);
    };
  }

  private boolean field(TimePattern.Field field) {
    return switch (field) {
      case YEAR -> (year = number(4, 4)) >= 0;
      case MONTH -> (month = number(2, 2)) >= 0;
      case MONTH_SHORT -> (month = number(1, 2)) >= 0;
      case MONTH_NAME -> monthName();
      case DAY -> (day = number(2, 2)) >= 0;
      case DAY_SHORT -> (day = number(1, 2)) >= 0;
      case HOUR -> (hour = number(2, 2)) >= 0;
      case HOUR_SHORT -> (hour = number(1, 2)) >= 0;
      case HOUR_OF_HALF -> (hour = number(2, 2)) >= 0;
      case HOUR_OF_HALF_SHORT -> (hour = number(1, 2)) >= 0;
      case MINUTE -> (minute = number(2, 2)) >= 0;
      case SECOND -> (second = number(2, 2)) >= 0;
      case HALF -> half();
      case OFFSET -> offset();
    };
  }

  private boolean literal(char character) {
    boolean there = at < end && bytes[at] == character;
    at++;
    return there;
  }

  /** A number of so many digits; -1 when there is none. */
  private int number(int least, int most) {
    int number = 0;
    int digits = 0;
    while (digits < most && at < end && bytes[at] >= '0' && bytes[at] <= '9') {
      number = number * 10 + bytes[at++] - '0';
      digits++;
    }
    return digits < least ? -1 : number;
  }

  private String word() {
    return new String(bytes, at, Math.min(3, end - at), US_ASCII).toLowerCase(Locale.ROOT);
  }

  private boolean monthName() {
    month = List.of(MONTHS).indexOf(word()) + 1;
    at += 3;
    return month > 0;
  }

  private boolean half() {
    if (end - at < 2) {
      return false;
    }
    int letter = bytes[at] | 0x20;
    boolean known = (letter == 'a' || letter == 'p') && (bytes[at + 1] | 0x20) == 'm';
    halves = true;
    afternoon = letter == 'p';
    at += 2;
    return known;
  }

  /** Nothing, or a point or comma and digits. */
  private boolean fraction() {
    if (at == end || (bytes[at] != '.' && bytes[at] != ',')) {
      return true;
    }
    int first = ++at;
    while (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
      fraction |= bytes[at++] != '0';
    }
    return at > first;
  }

  /** Z, or a sign and {@code HH:mm}, {@code HHmm} or {@code HH}. */
  private boolean offset() {
    if (at == end) {
      return false;
    }
    placed = true;
    byte sign = bytes[at++];
    if (sign == 'Z') {
      return true;
    }
    if (sign != '+' && sign != '-') {
      return false;
    }
    int hours = number(2, 2);
    int minutes = 0;
    if (at < end && bytes[at] == ':') {
      at++;
      minutes = number(2, 2);
    } else if (at < end && bytes[at] >= '0' && bytes[at] <= '9') {
      minutes = number(2, 2);
    }
    offset = (sign == '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
    return hours >= 0 && hours <= 18 && minutes >= 0 && minutes <= 59;
  }
}
