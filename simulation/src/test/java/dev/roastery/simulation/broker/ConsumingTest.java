package dev.roastery.simulation.broker;

import static dev.roastery.simulation.broker.Brokers.run;
import static dev.roastery.simulation.broker.Brokers.seeded;
import static dev.roastery.simulation.broker.Brokers.settle;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConsumingTest {

  private final SimulatedBroker broker = seeded(1);
  private final ANode publisher = new ANode(broker, "publisher");
  private final ANode first = new ANode(broker, "first");
  private final ANode second = new ANode(broker, "second");

  @Test
  void aSubscriptionHoldsAtMostItsPrefetch() {
    first.session.subscribe("q", 2);
    first.session.subscribe("r", 1);
    publisher.publish("q", "1", "2", "3", "4");
    publisher.publish("r", "a", "b");
    settle(broker);

    assertThat(first.received).containsExactlyInAnyOrder("1", "2", "a");

    first.deliveries.forEach(each -> first.session.acknowledge(each.tag()));
    settle(broker);

    assertThat(first.received).containsExactlyInAnyOrder("1", "2", "a", "3", "4", "b");
    assertThat(first.received).containsSubsequence("1", "2", "3", "4");
  }

  @Test
  void theFirstSubscriberIsTheOnlyActiveOne() {
    first.session.subscribe("q", 10);
    second.session.subscribe("q", 10);
    publisher.publish("q", "1", "2");
    settle(broker);

    assertThat(first.received).containsExactly("1", "2");
    assertThat(second.received).isEmpty();
    assertThat(broker.activeConsumer("q")).isEqualTo("first");
  }

  @Test
  void whatAClosedSessionHadGoesToTheNextBeforeNewerMessages() {
    first.session.subscribe("q", 3);
    second.session.subscribe("q", 10);
    publisher.publish("q", "1", "2", "3", "4");
    settle(broker);
    first.acknowledgeNext();

    first.session.close();
    settle(broker);

    assertThat(second.received).containsExactly("2", "3", "4");
    assertThat(first.losses).as("it knows").isZero();
    assertThat(broker.acknowledged("q")).isEqualTo(1);
  }

  @Test
  void aWaitingConsumerThatLeavesIsNotMissed() {
    first.session.subscribe("q", 1);
    second.session.subscribe("q", 1);

    second.session.close();

    assertThat(broker.activeConsumer("q")).isEqualTo("first");
    first.session.close();
    assertThat(broker.activeConsumer("q")).isNull();
  }

  @Test
  void aSessionCountsItsOwnTags() {
    first.session.subscribe("q", 10);
    publisher.publish("q", "1", "2");
    settle(broker);
    second.session.subscribe("r", 10);
    publisher.publish("r", "a");
    settle(broker);

    assertThat(first.deliveries).extracting("tag").containsExactly(1L, 2L);
    assertThat(second.deliveries).extracting("tag").containsExactly(1L);
  }

  @Test
  void acknowledgementsNeedNotBeInOrder() {
    first.session.subscribe("q", 2);
    publisher.publish("q", "1", "2", "3");
    settle(broker);

    first.session.acknowledge(2);
    settle(broker);
    first.session.close();
    second.session.subscribe("q", 10);
    settle(broker);

    assertThat(first.received).containsExactly("1", "2", "3");
    assertThat(second.received).containsExactly("1", "3");
  }

  @Test
  void anAcknowledgementOfNothingIsAnError() {
    first.session.subscribe("q", 2);
    publisher.publish("q", "1");
    settle(broker);
    first.session.acknowledge(1);

    assertThatThrownBy(() -> first.session.acknowledge(1))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> first.session.acknowledge(2))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void unlimitedPrefetchIsAnError() {
    assertThatThrownBy(() -> first.session.subscribe("q", 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void declaringAgainKeepsWhatIsThere() {
    publisher.publish("q", "1");
    settle(broker);

    first.transport.declare(List.of("q"));

    assertThat(broker.ready("q")).isEqualTo(1);
  }

  @Test
  void ofTheAcknowledgementsUnderWayAtALossAFirstPartCounts() {
    Set<List<String>> redelivered = new HashSet<>();
    for (long seed = 0; seed < 100; seed++) {
      SimulatedBroker each = seeded(seed);
      ANode before = new ANode(each, "before");
      ANode after = new ANode(each, "after");
      before.session.subscribe("q", 10);
      after.publish("q", "1", "2", "3");
      settle(each);
      before.session.acknowledge(1);
      before.session.acknowledge(2);
      before.transport.cutSessions();
      after.session.subscribe("q", 10);
      settle(each);
      redelivered.add(after.received);
    }

    assertThat(redelivered)
        .isEqualTo(Set.of(List.of("1", "2", "3"), List.of("2", "3"), List.of("3")));
  }

  @Test
  void aZombieDoesNotKnowAndItsAcknowledgementsGoNowhere() {
    first.session.subscribe("q", 10);
    second.session.subscribe("q", 10);
    publisher.publish("q", "1", "2");
    settle(broker);

    first.transport.declareDead();
    run(broker, "delivery of test 1 from q");
    first.acknowledgeNext();
    first.session.subscribe("r", 1);

    assertThat(broker.activeConsumer("q")).isEqualTo("second");
    assertThat(broker.activeConsumer("r")).isNull();
    assertThat(first.losses).isZero();
    run(broker, "first notices");
    assertThat(first.losses).isEqualTo(1);
    first.acknowledgeNext();
    settle(broker);
    assertThat(second.received).containsExactly("1", "2");
    assertThat(first.losses).isEqualTo(1);
  }

  @Test
  void theBrokerMayNoticeALossAfterTheNode() {
    first.session.subscribe("q", 10);
    second.session.subscribe("q", 10);

    first.transport.cutSessions();
    publisher.publish("q", "1");
    run(broker, "first notices");
    run(broker, "arrival");
    run(broker, "delivery");

    assertThat(broker.activeConsumer("q")).isEqualTo("first");
    assertThat(broker.unacknowledged("q")).isEqualTo(1);
    assertThat(first.received).isEmpty();
    settle(broker);
    assertThat(second.received).containsExactly("1");
  }

  @Test
  void whatIsDeliveredOnALostConnectionReachesNobody() {
    first.session.subscribe("q", 10);
    second.session.subscribe("q", 10);
    publisher.publish("q", "1");
    run(broker, "arrival");

    first.transport.cutSessions();
    run(broker, "delivery of test 1 from q");

    assertThat(first.received).isEmpty();
    assertThat(first.losses).isZero();
    settle(broker);
    assertThat(second.received).containsExactly("1");
  }

  @Test
  void aKilledNodesMessagesGoToTheNextAndItHearsNothing() {
    first.session.subscribe("q", 1);
    second.session.subscribe("q", 10);
    publisher.publish("q", "1", "2");
    settle(broker);

    first.life.end();
    settle(broker);

    assertThat(second.received).containsExactly("1", "2");
    assertThat(first.received).containsExactly("1");
    assertThat(first.losses).isZero();
  }

  @Test
  void whatIsGivenBackMayComeInAnyOrder() {
    Set<List<String>> orders = new HashSet<>();
    for (long seed = 0; seed < 200; seed++) {
      orders.add(orderAfterLoss(seed, BrokerFault.RETURN_SHUFFLED));
    }

    assertThat(orders).hasSize(6).allMatch(order -> order.getLast().equals("4"));
  }

  @Test
  void whatIsGivenBackMayComeBehindNewerMessages() {
    assertThat(orderAfterLoss(1, BrokerFault.RETURN_TO_TAIL)).containsExactly("4", "1", "2", "3");
  }

  private static List<String> orderAfterLoss(long seed, BrokerFault fault) {
    SimulatedBroker broker = seeded(seed, BrokerFaults.NONE.with(fault, 1));
    ANode before = new ANode(broker, "before");
    ANode after = new ANode(broker, "after");
    before.session.subscribe("q", 3);
    after.publish("q", "1", "2", "3", "4");
    settle(broker);
    before.life.end();
    settle(broker);
    after.session.subscribe("q", 10);
    settle(broker);
    assertThat(broker.struck(fault)).isEqualTo(1);
    return after.received;
  }
}
