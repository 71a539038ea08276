package dev.roastery.simulation.broker;

import dev.roastery.common.broker.Transport;
import dev.roastery.simulation.effect.EffectHook;
import dev.roastery.simulation.effect.Incarnation;
import dev.roastery.testkit.TransportContract;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/** The simulated broker keeps the promises that the real ones keep. */
class SimulatedTransportTest extends TransportContract {

  private static final int STEPS_MAX = 1_000_000;

  private final SimulatedBroker broker =
      new SimulatedBroker(new SplittableRandom(1), BrokerFaults.NONE);
  private final Transport transport = broker.connect(new Incarnation("node", EffectHook.NONE));

  @Override
  protected Transport transport() {
    return transport;
  }

  @Override
  protected void eventually(String what, BooleanSupplier condition) {
    for (int steps = 0; !condition.getAsBoolean(); steps++) {
      if (steps == STEPS_MAX || !broker.step()) {
        throw new AssertionError("never: " + what);
      }
    }
  }

  @Override
  protected void atOnce(List<Runnable> works) {
    works.forEach(Runnable::run);
  }
}
