package dev.roastery.gateway.api.server;

import dev.roastery.gateway.api.response.HttpProblem;
import java.util.concurrent.ConcurrentHashMap;

/** How many of something each client may have at once. */
public final class ConcurrencyLimit {

  /** One of them, until it is closed. */
  public interface Slot extends AutoCloseable {
    @Override
    void close();
  }

  private final String what;
  private final int max;
  private final ConcurrentHashMap<String, Integer> taken = new ConcurrentHashMap<>();

  public ConcurrencyLimit(String what, int max) {
    this.what = what;
    this.max = max;
  }

  public Slot take(String owner) {
    int count = taken.merge(owner, 1, Integer::sum);
    Slot slot = () -> taken.computeIfPresent(owner, (_, now) -> now == 1 ? null : now - 1);
    if (count > max) {
      slot.close();
      throw HttpProblem.tooMany("more than " + max + " " + what + "; wait until one has ended");
    }
    return slot;
  }

  public int taken() {
    return taken.values().stream().mapToInt(Integer::intValue).sum();
  }
}
