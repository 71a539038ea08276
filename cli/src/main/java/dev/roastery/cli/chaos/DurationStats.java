package dev.roastery.cli.chaos;

import java.util.List;
import java.util.Locale;

/** Median, 95th percentile and maximum of some durations, in seconds, as they are shown. */
record DurationStats(List<Double> sorted) {

  static DurationStats of(List<Double> seconds) {
    return new DurationStats(seconds.stream().sorted().toList());
  }

  String p50() {
    return sorted.isEmpty() ? "-" : shown(sorted.get((sorted.size() - 1) / 2));
  }

  /** The least of them that is not exceeded by 95 of 100. */
  String p95() {
    return sorted.isEmpty() ? "-" : shown(sorted.get((sorted.size() * 95 + 99) / 100 - 1));
  }

  String max() {
    return sorted.isEmpty() ? "-" : shown(sorted.getLast());
  }

  private static String shown(double seconds) {
    return String.format(Locale.ROOT, "%.1f s", seconds);
  }
}
