package dev.roastery.common.query.condition;

import dev.roastery.common.query.value.Days;
import dev.roastery.common.query.value.ValueFormat;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads dates, times and what is made of them, as results write them. */
public final class Moments {

  private static final Pattern MONTH = Pattern.compile("(\\d{4})-(0[1-9]|1[0-2])");
  private static final Pattern HALF = Pattern.compile("(\\d{4})-H([12])");
  private static final Pattern QUARTER = Pattern.compile("(\\d{4})-Q([1-4])");
  private static final Pattern WEEK = Pattern.compile("(\\d{4})-W(\\d{2})");
  private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final Pattern TIME = Pattern.compile("\\d{2}:\\d{2}(:\\d{2})?");
  private static final int JANUARY_FOURTH = 3;

  private Moments() {}

  /** In the unit of the format's longs; null if the text is no such moment. */
  public static @Nullable BigDecimal read(String text, ValueFormat format) {
    try {
      return switch (format) {
        case ValueFormat.Date _ -> date(text);
        case ValueFormat.Timestamp _ -> timestamp(text);
        case ValueFormat.TimeOfDay _ -> time(text);
        case ValueFormat.Month _ -> inYear(MONTH.matcher(text), 12);
        case ValueFormat.Half _ -> inYear(HALF.matcher(text), 2);
        case ValueFormat.Quarter _ -> inYear(QUARTER.matcher(text), 4);
        case ValueFormat.Week _ -> week(WEEK.matcher(text));
        default -> null;
      };
    } catch (DateTimeException _) {
      return null; // right in form, but there is no such day or time
    }
  }

  /** A text that {@link #read} takes. */
  public static String example(ValueFormat format) {
    return switch (format) {
      case ValueFormat.Date _ -> "2024-01-31";
      case ValueFormat.Timestamp _ -> "2024-01-31 06:00:00";
      case ValueFormat.TimeOfDay _ -> "06:00:00";
      case ValueFormat.Month _ -> "2024-01";
      case ValueFormat.Half _ -> "2024-H1";
      case ValueFormat.Quarter _ -> "2024-Q1";
      case ValueFormat.Week _ -> "2024-W05";
      default -> throw new IllegalArgumentException("no moment: " + format.name());
    };
  }

  private static @Nullable BigDecimal date(String text) {
    return DATE.matcher(text).matches()
        ? BigDecimal.valueOf(LocalDate.parse(text).toEpochDay())
        : null;
  }

  private static @Nullable BigDecimal time(String text) {
    return TIME.matcher(text).matches()
        ? BigDecimal.valueOf(LocalTime.parse(text).toSecondOfDay())
        : null;
  }

  private static @Nullable BigDecimal timestamp(String text) {
    String[] parts = text.split(" ", -1);
    BigDecimal day = parts.length == 2 ? date(parts[0]) : null;
    BigDecimal time = day == null ? null : time(parts[1]);
    return day == null || time == null
        ? null
        : day.multiply(BigDecimal.valueOf(Days.SECONDS_PER_DAY)).add(time);
  }

  private static @Nullable BigDecimal inYear(Matcher matcher, int perYear) {
    if (!matcher.matches()) {
      return null;
    }
    int year = Integer.parseInt(matcher.group(1));
    return BigDecimal.valueOf((long) year * perYear + Integer.parseInt(matcher.group(2)) - 1);
  }

  /** The fourth of January is always in the first week. */
  private static @Nullable BigDecimal week(Matcher matcher) {
    if (!matcher.matches()) {
      return null;
    }
    long year = Integer.parseInt(matcher.group(1));
    int number = Integer.parseInt(matcher.group(2));
    long first = Days.week(Days.firstOfMonth(year * 12) + JANUARY_FOURTH);
    long next = Days.week(Days.firstOfMonth(year * 12 + 12) + JANUARY_FOURTH);
    return number >= 1 && number <= next - first ? BigDecimal.valueOf(first + number - 1) : null;
  }
}
