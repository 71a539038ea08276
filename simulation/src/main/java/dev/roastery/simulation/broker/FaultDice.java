package dev.roastery.simulation.broker;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The broker's dice: which faults strike now, and how often each did. */
final class FaultDice {

  private static final List<BrokerFault> PER_STEP =
      List.of(
          BrokerFault.PUBLISHING_CUT,
          BrokerFault.SESSIONS_CUT,
          BrokerFault.RESTART,
          BrokerFault.ALARM,
          BrokerFault.MESSAGE_LOST);

  private final SplittableRandom random;
  private final Map<BrokerFault, Integer> struck = new EnumMap<>(BrokerFault.class);
  private BrokerFaults faults;
  private double anyPerStep;

  FaultDice(SplittableRandom random, BrokerFaults faults) {
    this.random = random;
    this.faults = faults;
    become(faults);
  }

  void become(BrokerFaults changed) {
    faults = changed;
    anyPerStep = PER_STEP.stream().mapToDouble(changed::of).sum();
  }

  boolean strikes(BrokerFault fault) {
    double probability = faults.of(fault);
    if (probability == 0 || random.nextDouble() >= probability) {
      return false;
    }
    count(fault);
    return true;
  }

  /** The fault that strikes instead of this step; not counted yet. */
  @Nullable BrokerFault drawFault() {
    if (anyPerStep == 0) {
      return null;
    }
    double drawn = random.nextDouble();
    for (BrokerFault fault : PER_STEP) {
      drawn -= faults.of(fault);
      if (drawn < 0) {
        return fault;
      }
    }
    return null;
  }

  void count(BrokerFault fault) {
    struck.merge(fault, 1, Integer::sum);
  }

  int struck(BrokerFault fault) {
    return struck.getOrDefault(fault, 0);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean coin() {
    return random.nextBoolean();
  }
}
