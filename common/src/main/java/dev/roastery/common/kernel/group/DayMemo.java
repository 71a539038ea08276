package dev.roastery.common.kernel.group;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.Function;
import dev.roastery.common.query.value.Days;
import java.util.Arrays;

/** What a function makes of whole days, computed once for each day that comes. */
final class DayMemo {

  /** More days than most data has; days that share a slot push each other out. */
  private static final int SLOTS = 2_048;

  private static final ColumnType DATE = new ColumnType.Date();

  private final Function function;
  private final long[] days = new long[SLOTS];
  private final long[] values = new long[SLOTS];

  DayMemo(Function function) {
    this.function = function;
    Arrays.fill(days, Long.MIN_VALUE);
  }

  long ofDay(long day) {
    int slot = (int) day & (SLOTS - 1);
    if (days[slot] != day) {
      values[slot] = function == Function.DATE ? day : function.apply(DATE, day);
      days[slot] = day;
    }
    return values[slot];
  }

  /** Of timestamps; rows of one day, which mostly come together, cost a comparison. */
  void ofTimestamps(long[] seconds, int[] rows, int from, int count, long[] out) {
    long midnight = 0;
    long value = ofDay(0);
    for (int i = 0; i < count; i++) {
      long second = seconds[rows[from + i]];
      if (Long.compareUnsigned(second - midnight, Days.SECONDS_PER_DAY) >= 0) {
        long day = Days.ofTimestamp(second);
        midnight = day * Days.SECONDS_PER_DAY;
        value = ofDay(day);
      }
      out[i] = value;
    }
  }

  void ofDates(long[] dates, int[] rows, int from, int count, long[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = ofDay(dates[rows[from + i]]);
    }
  }
}
