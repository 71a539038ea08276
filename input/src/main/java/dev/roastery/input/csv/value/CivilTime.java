package dev.roastery.input.csv.value;

/** The calendar, in arithmetic: what java.time says, without an object for each value. */
public final class CivilTime {

  /** No such day, or no such second. */
  public static final long NONE = Long.MIN_VALUE;

  /** The seconds of a day. */
  public static final long DAY = 86_400;

  /** Days from 0000-03-01, where this arithmetic begins, to 1970-01-01. */
  private static final long EPOCH = 719_468;

  private CivilTime() {}

  /** Days since 1970-01-01, or {@link #NONE}. Years begin in March, so that leap days are last. */
  public static long day(long year, long month, long day) {
    if (month < 1 || month > 12 || day < 1 || (day > 28 && day > length(year, month))) {
      return NONE;
    }
    long marchYear = month > 2 ? year : year - 1;
    long marchMonth = month > 2 ? month - 3 : month + 9;
    long leapDays =
        Math.floorDiv(marchYear, 4) - Math.floorDiv(marchYear, 100) + Math.floorDiv(marchYear, 400);
    return 365 * marchYear + leapDays + (153 * marchMonth + 2) / 5 + day - 1 - EPOCH;
  }

  private static long length(long year, long month) {
    if (month == 2) {
      return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
    }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
  }

  /** Seconds since midnight, or {@link #NONE}. */
  public static long second(long hour, long minute, long second) {
    return hour > 23 || minute > 59 || second > 59 ? NONE : hour * 3600 + minute * 60 + second;
  }
}
