package dev.roastery.simulation.broker;

import static dev.roastery.simulation.broker.Brokers.run;
import static dev.roastery.simulation.broker.Brokers.seeded;
import static dev.roastery.simulation.broker.Brokers.settle;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.simulation.effect.SimulatedCrash;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PublishingTest {

  private static final int SEEDS = 200;

  private final SimulatedBroker broker = seeded(1);
  private final ANode publisher = new ANode(broker, "publisher");

  /** All that waits in "q", in order. */
  private static List<String> contents(SimulatedBroker broker) {
    ANode reader = new ANode(broker, "reader");
    reader.session.subscribe("q", 1_000);
    settle(broker);
    return reader.received;
  }

  @Test
  void nothingHappensByItself() {
    publisher.publish("q", "1");

    assertThat(broker.ready("q")).isZero();
    assertThat(broker.pending()).isEqualTo(1);
    run(broker, "arrival of test 1 in q");
    assertThat(broker.ready("q")).isEqualTo(1);
    assertThat(publisher.confirmed).isEmpty();
    run(broker, "confirm test 1");
    assertThat(publisher.confirmed).containsExactly("1");
    assertThat(broker.step()).isFalse();
  }

  @Test
  void onePublishersMessagesToOneQueueKeepTheirOrder() {
    Set<List<String>> orders = new HashSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      SimulatedBroker each = seeded(seed, BrokerFaults.NONE.with(BrokerFault.PUBLICATION_LATE, .5));
      ANode one = new ANode(each, "one");
      ANode two = new ANode(each, "two");
      one.publish("q", "1", "2");
      two.publish("q", "a", "b");
      settle(each);
      orders.add(contents(each));
    }

    assertThat(orders)
        .as("all interleavings of two publishers, and no other order")
        .hasSize(6)
        .allSatisfy(order -> assertThat(order).containsSubsequence("1", "2"))
        .allSatisfy(order -> assertThat(order).containsSubsequence("a", "b"));
  }

  @Test
  void publicationsMayOvertake() {
    Set<List<String>> orders = new HashSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      SimulatedBroker each =
          seeded(seed, BrokerFaults.NONE.with(BrokerFault.PUBLICATION_OVERTAKES, .5));
      new ANode(each, "one").publish("q", "1", "2", "3");
      settle(each);
      orders.add(contents(each));
    }

    assertThat(orders).hasSize(6);
  }

  @Test
  void aRefusedPublicationIsSentAgain() {
    BrokerFaults faults = BrokerFaults.NONE.with(BrokerFault.PUBLICATION_REFUSED, .5);
    for (long seed = 0; seed < SEEDS; seed++) {
      SimulatedBroker each = seeded(seed, faults);
      ANode one = new ANode(each, "one");
      one.publish("q", "1", "2", "3");
      settle(each);

      assertThat(contents(each)).containsExactlyInAnyOrder("1", "2", "3");
      assertThat(one.confirmed).containsExactlyInAnyOrder("1", "2", "3");
    }
  }

  @Test
  void aLatePublicationWaitsWhileOthersGoOnAndArrivesAtLast() {
    long steps = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      SimulatedBroker each = seeded(seed, BrokerFaults.NONE.with(BrokerFault.PUBLICATION_LATE, 1));
      new ANode(each, "late").publish("q", "late");
      each.become(BrokerFaults.NONE);
      ANode busy = new ANode(each, "busy");
      while (each.ready("q") == 0) {
        if (busy.transport.unconfirmed() == 0) {
          busy.publish("r", "prompt");
        }
        each.step();
        steps++;
      }
      assertThat(each.struck(BrokerFault.PUBLICATION_LATE)).isEqualTo(1);
    }

    assertThat(steps / SEEDS).isBetween(20L, 50L);
  }

  @Test
  void whatIsUnconfirmedWhenTheConnectionIsLostIsSentAgain() {
    Set<List<String>> contents = new HashSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      SimulatedBroker each = seeded(seed);
      ANode one = new ANode(each, "one");
      one.publish("q", "1", "2");
      one.transport.cutPublishing();
      one.publish("q", "3");
      assertThat(one.transport.unconfirmed()).isEqualTo(3);
      settle(each);

      assertThat(one.confirmed).containsExactlyInAnyOrder("1", "2", "3");
      contents.add(contents(each));
    }

    assertThat(contents)
        .contains(List.of("1", "2", "3"))
        .contains(List.of("1", "1", "2", "3"))
        .contains(List.of("1", "2", "1", "2", "3"))
        .as("sent on the old connection, and slower than the new one")
        .contains(List.of("1", "2", "3", "1", "2"));
  }

  @Test
  void aConfirmIsLostWithItsConnectionThoughTheMessageIsThere() {
    publisher.publish("q", "1");
    run(broker, "arrival");
    publisher.transport.cutPublishing();

    assertThat(broker.pending()).isEqualTo(1);
    settle(broker);

    assertThat(publisher.confirmed).containsExactly("1");
    assertThat(contents(broker)).containsExactly("1", "1");
  }

  @Test
  void ofAKilledNodeWhatHadLeftItMayArriveInPart() {
    Set<List<String>> contents = new HashSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      SimulatedBroker each = seeded(seed);
      ANode killed = new ANode(each, "killed");
      killed.publish("q", "1", "2", "3");
      killed.life.end();
      settle(each);

      assertThatThrownBy(() -> killed.publish("q", "4")).isInstanceOf(SimulatedCrash.class);
      assertThat(killed.confirmed).isEmpty();
      contents.add(contents(each));
    }

    assertThat(contents)
        .isEqualTo(Set.of(List.of(), List.of("1"), List.of("1", "2"), List.of("1", "2", "3")));
  }

  @Test
  void aClosedTransportIsAskedForNothingAndCallsNobody() {
    publisher.publish("q", "1");
    publisher.transport.close();
    settle(broker);

    assertThat(publisher.confirmed).isEmpty();
    assertThatThrownBy(() -> publisher.publish("q", "2")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aMessageMayComeAgainLongAfterItWasAcknowledged() {
    SimulatedBroker each = seeded(1, BrokerFaults.NONE.with(BrokerFault.MESSAGE_DUPLICATED, 1));
    ANode node = new ANode(each, "node");
    node.session.subscribe("q", 1);
    node.publish("q", "1");
    run(each, "arrival");
    run(each, "delivery");
    node.acknowledgeNext();
    run(each, "1 acknowledgements");

    assertThat(each.ready("q")).isZero();
    assertThat(node.received).containsExactly("1");
    run(each, "duplicate test 1 to q");
    run(each, "delivery");
    assertThat(node.received).containsExactly("1", "1");
    assertThat(each.struck(BrokerFault.MESSAGE_DUPLICATED)).isEqualTo(3);
  }
}
