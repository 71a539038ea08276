package dev.roastery.simulation.broker;

import dev.roastery.common.broker.Transport;
import dev.roastery.simulation.effect.EffectHook;
import dev.roastery.simulation.effect.Incarnation;
import java.util.List;
import java.util.SplittableRandom;

/** Short words for tests of the broker. */
final class Brokers {

  private Brokers() {}

  static SimulatedBroker seeded(long seed) {
    return seeded(seed, BrokerFaults.NONE);
  }

  /** With the queues "q" and "r". */
  static SimulatedBroker seeded(long seed, BrokerFaults faults) {
    SimulatedBroker broker = new SimulatedBroker(new SplittableRandom(seed), faults);
    try (Transport transport = broker.connect(new Incarnation("test", EffectHook.NONE))) {
      transport.declare(List.of("q", "r"));
    }
    return broker;
  }

  static void settle(SimulatedBroker broker) {
    for (int steps = 0; broker.step(); steps++) {
      if (steps > 100_000) {
        throw new AssertionError("the broker does not come to rest");
      }
    }
  }

  /** Runs the pending action whose description starts so. */
  static void run(SimulatedBroker broker, String description) {
    for (int i = 0; i < broker.pending(); i++) {
      if (broker.describe(i).startsWith(description)) {
        broker.run(i);
        return;
      }
    }
    throw new AssertionError("nothing pending is '" + description + "'");
  }
}
