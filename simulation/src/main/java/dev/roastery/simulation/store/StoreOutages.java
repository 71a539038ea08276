package dev.roastery.simulation.store;

import dev.roastery.simulation.effect.Incarnation;
import java.util.HashMap;
import java.util.Map;

/** For how many more calls the store is away, for all or for one life of a node. */
final class StoreOutages {

  private static final int DOUBLINGS = 6;

  private final Map<Incarnation, Integer> cutOff = new HashMap<>();
  private int away;

  /** Counts a call in an outage; false without one. */
  boolean goesOnFor(Incarnation life) {
    if (away > 0) {
      away--;
      return true;
    }
    int left = cutOff.getOrDefault(life, 0);
    if (left > 0) {
      cutOff.put(life, left - 1);
    }
    return left > 0;
  }

  /** Begins with the call under way. */
  void begin(StoreDice dice) {
    away = dice.someUpTo(DOUBLINGS) - 1;
  }

  /** The same for one life. */
  void cutOff(Incarnation life, StoreDice dice) {
    cutOff.put(life, dice.someUpTo(DOUBLINGS) - 1);
  }

  void end() {
    away = 0;
    cutOff.clear();
  }
}
