package dev.roastery.input.csv.column;

import dev.roastery.input.csv.scan.Swar;
import dev.roastery.input.csv.value.CivilTime;

/** Dates and times of day out of words. */
final class SwarDates {

  /** {@code 0000-00-}, the first character lowest. */
  private static final long MONTH_SHAPE = 0x2d30302d30303030L;

  /** {@code 00:00:00}. */
  private static final long TIME_SHAPE = 0x30303a30303a3030L;

  /** What makes bit 7 of a byte: more than 9 at a digit, anything at a separator. */
  private static final long MONTH_LIMIT = 0x7f76767f76767676L;

  private static final long TIME_LIMIT = 0x76767f76767f7676L;

  private static final int DAY_SHAPE = 0x3030;

  private SwarDates() {}

  /**
   * The second at which a day begins; {@code month} is {@code yyyy-MM-}, {@code day} is {@code dd}.
   * {@link CivilTime#NONE} when they are not.
   */
  static long midnight(long month, long day) {
    long digits = month ^ MONTH_SHAPE;
    long dayDigits = day ^ DAY_SHAPE;
    if (((digits + MONTH_LIMIT | digits) & Swar.HIGH) != 0 || Swar.notDigits(dayDigits)) {
      return CivilTime.NONE;
    }
    long pairs = digits * 10 + (digits >>> 8);
    long year = (pairs & 0xff) * 100 + (pairs >>> 16 & 0xff);
    long dayOfMonth = (dayDigits & 0xff) * 10 + (dayDigits >>> 8);
    long days = CivilTime.day(year, pairs >>> 40 & 0xff, dayOfMonth);
    return days == CivilTime.NONE ? days : days * CivilTime.DAY;
  }

  /** The second of the day that {@code HH:mm:ss} is, or {@link CivilTime#NONE}. */
  static long second(long time) {
    long digits = time ^ TIME_SHAPE;
    if (((digits + TIME_LIMIT | digits) & Swar.HIGH) != 0) {
      return CivilTime.NONE;
    }
    long pairs = digits * 10 + (digits >>> 8);
    return CivilTime.second(pairs & 0xff, pairs >>> 24 & 0xff, pairs >>> 48 & 0xff);
  }
}
