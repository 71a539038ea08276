package dev.roastery.cli.chaos;

import java.util.Locale;

/**
 * One planned fault: its time from the start of the plan, its kind, its target and its duration.
 */
public record Fault(long atMillis, FaultKind kind, String victim, long holdMillis) {

  long endMillis() {
    return atMillis + holdMillis;
  }

  Fault endingAt(long millis) {
    return new Fault(atMillis, kind, victim, millis - atMillis);
  }

  /** As it is shown in the plan. */
  public String line() {
    String what =
        String.format(Locale.ROOT, "%8.1f s  %-14s %s", seconds(atMillis), kind.word(), victim);
    return kind.lasts()
        ? what + String.format(Locale.ROOT, ", for %.1f s", seconds(holdMillis))
        : what;
  }

  static double seconds(long millis) {
    return millis / 1e3;
  }
}
