package dev.roastery.simulation.process;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How long something took, each time; for people to read, for no test asserts a time. */
record Times(String what, List<Long> nanos) {

  Times(String what) {
    this(what, new ArrayList<>());
  }

  void add(long fromNanos, long toNanos) {
    nanos.add(toNanos - fromNanos);
  }

  void print() {
    if (!nanos.isEmpty()) {
      List<Long> sorted = new ArrayList<>(nanos);
      Collections.sort(sorted);
      System.out.printf(
          "%s: %d times | p50 %d ms | max %d ms%n",
          what,
          sorted.size(),
          sorted.get(sorted.size() / 2) / 1_000_000,
          sorted.getLast() / 1_000_000);
    }
  }
}
