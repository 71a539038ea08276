package dev.roastery.embedded.sample;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.YearMonth;

/**
 * The moments of a month at which something is sold, in order. From 07:00:00 to 22:59:59 it can be
 * any second, and otherwise one in 30: the few sales by which a filter on the time of day shows.
 */
final class OpeningHours {

  private static final int OPENING = 7 * 3600;
  private static final int CLOSING = 23 * 3600;
  private static final int MIDNIGHT = 24 * 3600;
  private static final int CLOSED_STEP = 30;

  private static final int OPENING_MOMENT = OPENING / CLOSED_STEP;
  private static final int CLOSING_MOMENT = OPENING_MOMENT + CLOSING - OPENING;
  private static final int MOMENTS_OF_DAY = CLOSING_MOMENT + (MIDNIGHT - CLOSING) / CLOSED_STEP;

  private final YearMonth month;
  private final byte[] spelled = "0000-00-00 00:00:00".getBytes(US_ASCII);

  OpeningHours(YearMonth month) {
    this.month = month;
    digits(0, month.getYear() / 100);
    digits(2, month.getYear() % 100);
    digits(5, month.getMonthValue());
  }

  /** How many moments there are. */
  int moments() {
    return month.lengthOfMonth() * MOMENTS_OF_DAY;
  }

  /** A moment as {@code 2023-07-01 07:00:00}, in an array that the next call overwrites. */
  byte[] spell(int moment) {
    int second = secondOfDay(moment % MOMENTS_OF_DAY);
    digits(8, 1 + moment / MOMENTS_OF_DAY);
    digits(11, second / 3600);
    digits(14, second / 60 % 60);
    digits(17, second % 60);
    return spelled;
  }

  private static int secondOfDay(int moment) {
    if (moment < OPENING_MOMENT) {
      return moment * CLOSED_STEP;
    }
    return moment < CLOSING_MOMENT
        ? OPENING + moment - OPENING_MOMENT
        : CLOSING + (moment - CLOSING_MOMENT) * CLOSED_STEP;
  }

  private void digits(int at, int value) {
    spelled[at] = (byte) ('0' + value / 10);
    spelled[at + 1] = (byte) ('0' + value % 10);
  }
}
