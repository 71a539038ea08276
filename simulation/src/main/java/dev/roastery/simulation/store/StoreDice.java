package dev.roastery.simulation.store;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/** The store's dice: which faults strike now, and how often each did. */
final class StoreDice {

  private final SplittableRandom random;
  private final Map<StoreFault, Integer> struck = new EnumMap<>(StoreFault.class);
  private StoreFaults faults;

  StoreDice(SplittableRandom random, StoreFaults faults) {
    this.random = random;
    this.faults = faults;
  }

  void become(StoreFaults changed) {
    faults = changed;
  }

  boolean strikes(StoreFault fault) {
    double probability = faults.of(fault);
    if (probability == 0 || random.nextDouble() >= probability) {
      return false;
    }
    struck.merge(fault, 1, Integer::sum);
    return true;
  }

  int struck(StoreFault fault) {
    return struck.getOrDefault(fault, 0);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean coin() {
    return random.nextBoolean();
  }

  /** Most often a few, seldom many: from 1 to 2 to the power of {@code doublings}. */
  int someUpTo(int doublings) {
    return 1 + random.nextInt(1 << random.nextInt(doublings + 1));
  }
}
