package dev.roastery.simulation.broker;

import static dev.roastery.simulation.broker.Brokers.seeded;
import static dev.roastery.simulation.broker.Brokers.settle;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.simulation.effect.Effect;
import dev.roastery.simulation.effect.EffectHook;
import dev.roastery.simulation.effect.SimulatedCrash;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrashAtBrokerEffectTest {

  private record Crash(Effect at, boolean before) implements EffectHook {

    @Override
    public void before(Effect effect, String target, long amount) {
      if (before && effect == at) {
        throw new SimulatedCrash("before " + effect);
      }
    }

    @Override
    public void after(Effect effect, String target, long amount) {
      if (!before && effect == at) {
        throw new SimulatedCrash("after " + effect);
      }
    }
  }

  @Test
  void aNodeThatDiesBeforePublishingHasPublishedNothing() {
    assertThat(arrivalsAfter(new Crash(Effect.PUBLISH, true))).isZero();
  }

  @Test
  void aNodeThatDiesAfterPublishingMayHavePublished() {
    assertThat(arrivalsAfter(new Crash(Effect.PUBLISH, false))).isBetween(1, 99);
  }

  private static int arrivalsAfter(Crash crash) {
    int arrivals = 0;
    for (long seed = 0; seed < 100; seed++) {
      SimulatedBroker broker = seeded(seed);
      ANode node = new ANode(broker, "node", crash);
      assertThatThrownBy(() -> node.publish("q", "1")).isInstanceOf(SimulatedCrash.class);
      settle(broker);
      arrivals += broker.ready("q");
    }
    return arrivals;
  }

  @Test
  void aNodeThatDiesBeforeAcknowledgingLeavesTheMessage() {
    assertThat(acknowledgedAfter(new Crash(Effect.ACKNOWLEDGE, true))).isZero();
  }

  @Test
  void aNodeThatDiesAfterAcknowledgingMayHaveDoneIt() {
    assertThat(acknowledgedAfter(new Crash(Effect.ACKNOWLEDGE, false))).isBetween(1, 99);
  }

  private static int acknowledgedAfter(Crash crash) {
    int acknowledged = 0;
    for (long seed = 0; seed < 100; seed++) {
      SimulatedBroker broker = seeded(seed);
      ANode node = new ANode(broker, "node", crash);
      node.session.subscribe("q", 1);
      node.publish("q", "1");
      settle(broker);
      assertThatThrownBy(node::acknowledgeNext).isInstanceOf(SimulatedCrash.class);
      settle(broker);
      assertThat(broker.ready("q") + broker.acknowledged("q")).isEqualTo(1);
      acknowledged += (int) broker.acknowledged("q");
    }
    return acknowledged;
  }

  @Test
  void everyCallIsAnEffect() {
    List<String> effects = new ArrayList<>();
    EffectHook recorder =
        new EffectHook() {
          @Override
          public void after(Effect effect, String target, long amount) {
            effects.add(effect + " " + target + " " + amount);
          }
        };
    SimulatedBroker broker = seeded(1);
    ANode node = new ANode(broker, "node", recorder);
    node.transport.declare(List.of("q"));
    node.session.subscribe("q", 3);
    node.publish("q", "four");
    settle(broker);
    node.acknowledgeNext();
    node.session.close();
    node.transport.close();

    assertThat(effects)
        .containsExactly(
            "OPEN_SESSION  0",
            "DECLARE  1",
            "SUBSCRIBE q 3",
            "PUBLISH q 4",
            "ACKNOWLEDGE q 1",
            "CLOSE_SESSION  0",
            "CLOSE_TRANSPORT  0");
  }

  @Test
  void aNodeThatDiesWhenItIsCalledDiesThroughTheStep() {
    SimulatedBroker broker = seeded(1);
    ANode node = new ANode(broker, "node", new Crash(Effect.PUBLISH, true));
    ANode other = new ANode(broker, "other");
    other.transport.publish("q", ANode.parcel("1"), () -> node.publish("q", "2"));

    assertThatThrownBy(() -> settle(broker)).isInstanceOf(SimulatedCrash.class);

    assertThat(node.life.over()).isTrue();
    settle(broker);
    assertThat(broker.ready("q")).isEqualTo(1);
  }
}
