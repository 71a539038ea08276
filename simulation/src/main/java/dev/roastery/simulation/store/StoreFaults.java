package dev.roastery.simulation.store;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/** How probable each fault is, from 0 to 1; those not named do not happen. */
public record StoreFaults(Map<StoreFault, Double> probabilities) {

  /** A perfect store. */
  public static final StoreFaults NONE = new StoreFaults(Map.of());

  public StoreFaults {
    Map<StoreFault, Double> copy = new EnumMap<>(StoreFault.class);
    copy.putAll(probabilities);
    probabilities = copy;
  }

  public StoreFaults with(StoreFault fault, double probability) {
    StoreFaults more = new StoreFaults(probabilities);
    more.probabilities.put(fault, probability);
    return more;
  }

  public double of(StoreFault fault) {
    Double probability = probabilities.get(fault);
    return probability == null ? 0 : probability;
  }

  /**
   * What the port's contract allows; many of them never, so that faults occur alone as well as
   * together. But lists are stale in every schedule.
   */
  public static StoreFaults drawn(SplittableRandom random) {
    StoreFaults drawn = NONE;
    for (StoreFault fault : StoreFault.values()) {
      boolean never = random.nextInt(5) < 2;
      double probability = random.nextDouble(mostOf(fault));
      drawn = drawn.with(fault, never ? 0 : probability);
    }
    return drawn
        .with(StoreFault.LIST_STALE, 0.5 + random.nextDouble(0.5))
        .with(StoreFault.GET_STALE_ABSENT, 0);
  }

  /** The same, and objects that exist are not always found. */
  public static StoreFaults drawnHostile(SplittableRandom random) {
    StoreFaults drawn = drawn(random);
    return drawn.with(
        StoreFault.GET_STALE_ABSENT, random.nextDouble(mostOf(StoreFault.GET_STALE_ABSENT)));
  }

  private static double mostOf(StoreFault fault) {
    return switch (fault) {
      case CREATE_REFUSED, CREATE_LATE, CREATE_REPLY_LOST, GET_STALE_ABSENT -> 0.2;
      case CHANGE_REPEATED, LIST_LACKS_NAMES -> 0.3;
      case CHANGE_OUTLIVES_CALLER, LIST_STALE -> 1;
      case AWAY, CUT_OFF -> 0.01;
      case BODY_BROKEN -> 0.05;
    };
  }
}
