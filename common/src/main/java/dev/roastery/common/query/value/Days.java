package dev.roastery.common.query.value;

import java.time.LocalDate;

/**
 * Calendar arithmetic on days since 1970-01-01 (proleptic Gregorian). Group keys are made of it for
 * every row, and the JVM's own dates are objects.
 */
public final class Days {

  public static final int SECONDS_PER_DAY = 86_400;

  private static final int DAYS_PER_CYCLE = 146_097; // 400 years
  private static final int YEARS_PER_CYCLE = 400;
  private static final int DAYS_FROM_MARCH_0000_TO_1970 = 719_468;

  /** 1970-01-01 was a Thursday. */
  private static final int DAYS_FROM_MONDAY_TO_1970 = 3;

  private Days() {}

  /**
   * The date of that day as {@code year * 512 + month * 32 + day}. Counted in years that begin in
   * March, so that the leap day is the last of its year; then five months always have 153 days.
   */
  public static long civil(long epochDay) {
    long shifted = epochDay + DAYS_FROM_MARCH_0000_TO_1970;
    long cycle = Math.floorDiv(shifted, DAYS_PER_CYCLE);
    int day = (int) (shifted - cycle * DAYS_PER_CYCLE);
    int year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    int dayOfYear = day - (365 * year + year / 4 - year / 100);
    int monthFromMarch = (5 * dayOfYear + 2) / 153;
    int dayOfMonth = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
    int month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
    long civilYear = cycle * YEARS_PER_CYCLE + year + (month <= 2 ? 1 : 0);
    return civilYear << 9 | (long) month << 5 | dayOfMonth;
  }

  public static long year(long epochDay) {
    return civil(epochDay) >> 9;
  }

  /** {@code year * 12 + month - 1}: months counted without a gap. */
  public static long month(long epochDay) {
    long civil = civil(epochDay);
    return (civil >> 9) * 12 + (civil >> 5 & 15) - 1;
  }

  /** {@code year * 2}, plus 1 from July on. */
  public static long half(long epochDay) {
    return Math.floorDiv(month(epochDay), 6);
  }

  /** Weeks counted without a gap; they begin on Mondays. */
  public static long week(long epochDay) {
    return Math.floorDiv(epochDay + DAYS_FROM_MONDAY_TO_1970, 7);
  }

  /** The first day of {@code week}, counted as in {@link #week}. */
  public static long firstOfWeek(long week) {
    return week * 7 - DAYS_FROM_MONDAY_TO_1970;
  }

  /** 1 is Monday, 7 is Sunday. */
  public static long weekday(long epochDay) {
    return Math.floorMod(epochDay + DAYS_FROM_MONDAY_TO_1970, 7) + 1L;
  }

  /** The first day of {@code month}, counted as in {@link #month}. */
  public static long firstOfMonth(long month) {
    int year = Math.toIntExact(Math.floorDiv(month, 12));
    return LocalDate.of(year, Math.floorMod(month, 12) + 1, 1).toEpochDay();
  }

  public static long ofTimestamp(long epochSecond) {
    return Math.floorDiv(epochSecond, SECONDS_PER_DAY);
  }

  public static long timeOfDay(long epochSecond) {
    return Math.floorMod(epochSecond, SECONDS_PER_DAY);
  }
}
