package dev.roastery.gateway.http;

import java.util.concurrent.ConcurrentHashMap;

/** How many of something each client may have at once. */
final class Slots {

  /** One of them, until it is closed. */
  interface Slot extends AutoCloseable {
    @Override
    void close();
  }

  private final String what;
  private final int max;
  private final ConcurrentHashMap<String, Integer> taken = new ConcurrentHashMap<>();

  Slots(String what, int max) {
    this.what = what;
    this.max = max;
  }

  Slot take(String owner) {
    int count = taken.merge(owner, 1, Integer::sum);
    Slot slot = () -> taken.computeIfPresent(owner, (_, now) -> now == 1 ? null : now - 1);
    if (count > max) {
      slot.close();
      throw HttpProblem.tooMany("more than " + max + " " + what + "; wait until one has ended");
    }
    return slot;
  }

  int taken() {
    return taken.values().stream().mapToInt(Integer::intValue).sum();
  }
}
