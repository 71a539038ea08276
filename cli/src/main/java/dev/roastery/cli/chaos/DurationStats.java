package dev.roastery.cli.chaos;

import java.util.List;
import java.util.Locale;

/** The median and the maximum of some durations, in seconds, as they are shown. */
record DurationStats(List<Double> sorted) {

  static DurationStats of(List<Double> seconds) {
    return new DurationStats(seconds.stream().sorted().toList());
  }

  String p50() {
    return sorted.isEmpty() ? "-" : shown(sorted.get((sorted.size() - 1) / 2));
  }

  String max() {
    return sorted.isEmpty() ? "-" : shown(sorted.getLast());
  }

  private static String shown(double seconds) {
    return String.format(Locale.ROOT, "%.1f s", seconds);
  }
}
