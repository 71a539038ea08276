package dev.roastery.cli.output;

import java.time.Duration;
import java.util.Locale;

/** Bytes, counts and times for people. */
public final class Amounts {

  private static final long MINUTE = 60;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private Amounts() {}

  /** {@code 812 B, 4.5 kB, 22.4 MB, 3.4 GB}. */
  public static String bytes(long bytes) {
    if (bytes < 1_000) {
      return bytes + " B";
    }
    double size = bytes;
    String unit = "B";
    for (String next : new String[] {"kB", "MB", "GB", "TB"}) {
      if (size < 999.95) {
        break;
      }
      size /= 1_000;
      unit = next;
    }
    return String.format(Locale.ROOT, size < 99.95 ? "%.1f %s" : "%.0f %s", size, unit);
  }

  /** {@code 1 row}, {@code 12,345 rows}. */
  public static String counted(long count, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
  }

  public static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /** How long something took: {@code 12 ms, 0.4 s, 12 s, 3 min 20 s, 2 h 5 min}. */
  public static String time(Duration time) {
    long seconds = time.toSeconds();
    if (time.toMillis() < 100) {
      return time.toMillis() + " ms";
    }
    if (seconds < 10) {
      return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1_000.0);
    }
    if (seconds < MINUTE) {
      return seconds + " s";
    }
    if (seconds < HOUR) {
      return seconds / MINUTE + " min" + rest(seconds % MINUTE, "s");
    }
    return seconds < DAY
        ? seconds / HOUR + " h" + rest(seconds % HOUR / MINUTE, "min")
        : seconds / DAY + " d" + rest(seconds % DAY / HOUR, "h");
  }

  private static String rest(long count, String unit) {
    return count == 0 ? "" : " " + count + " " + unit;
  }

  /** How long ago something was, in one unit: {@code 12s, 3m, 2h, 5d}. */
  public static String age(Duration age) {
    long seconds = Math.max(0, age.toSeconds());
    if (seconds < MINUTE) {
      return seconds + "s";
    }
    if (seconds < HOUR) {
      return seconds / MINUTE + "m";
    }
    return seconds < DAY ? seconds / HOUR + "h" : seconds / DAY + "d";
  }
}
