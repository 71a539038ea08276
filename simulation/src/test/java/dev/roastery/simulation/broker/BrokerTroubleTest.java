package dev.roastery.simulation.broker;

import static dev.roastery.simulation.broker.Brokers.run;
import static dev.roastery.simulation.broker.Brokers.seeded;
import static dev.roastery.simulation.broker.Brokers.settle;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BrokerTroubleTest {

  private final SimulatedBroker broker = seeded(1);
  private final ANode publisher = new ANode(broker, "publisher");
  private final ANode consumer = new ANode(broker, "consumer");

  @Test
  void aRestartKeepsWhatWasConfirmedAndMayLoseWhatWasNot() {
    Set<Integer> kept = new HashSet<>();
    for (long seed = 0; seed < 100; seed++) {
      SimulatedBroker each = seeded(seed);
      ANode node = new ANode(each, "node");
      node.publish("q", "confirmed");
      settle(each);
      node.publish("q", "1", "2");
      run(each, "arrival");
      run(each, "arrival");
      node.life.end();

      each.restart();

      kept.add(each.ready("q"));
      assertThat(each.published("q")).isEqualTo(each.ready("q") + each.lost("q"));
      ANode later = new ANode(each, "later");
      later.session.subscribe("q", 3);
      settle(each);
      assertThat(later.received).contains("confirmed");
    }

    assertThat(kept).containsExactlyInAnyOrder(1, 2, 3);
  }

  @Test
  void whatOutlivedOneRestartOutlivesTheNext() {
    publisher.publish("q", "1", "2", "3", "4");
    for (int i = 0; i < 4; i++) {
      run(broker, "arrival");
    }
    publisher.life.end();
    broker.restart();
    int kept = broker.ready("q");

    for (int i = 0; i < 20; i++) {
      broker.restart();
    }

    assertThat(kept).isPositive();
    assertThat(broker.ready("q")).isEqualTo(kept);
  }

  @Test
  void aRestartGivesBackWhatWasDeliveredAndTheSessionsAreLost() {
    consumer.session.subscribe("q", 10);
    publisher.publish("q", "1", "2");
    settle(broker);

    broker.restart();
    assertThat(broker.ready("q")).isEqualTo(2);
    assertThat(broker.activeConsumer("q")).isNull();
    consumer.acknowledgeNext();
    settle(broker);

    assertThat(consumer.losses).isEqualTo(1);
    assertThat(broker.ready("q")).isEqualTo(2);
  }

  @Test
  void aRestartLeavesNothingUnderWay() {
    publisher.publish("q", "1", "2", "3");
    publisher.life.end();

    broker.restart();

    int ready = broker.ready("q");
    assertThat(broker.step()).as("notices to dead nodes apart, nothing is pending").isTrue();
    settle(broker);
    assertThat(broker.ready("q")).isEqualTo(ready);
  }

  @Test
  void underAnAlarmPublicationsStopAndAcknowledgementsGoOn() {
    consumer.session.subscribe("q", 1);
    publisher.publish("q", "1", "2", "3");
    run(broker, "arrival");
    run(broker, "delivery");

    broker.alarm();
    publisher.publish("r", "4");
    consumer.acknowledgeNext();
    assertThat(broker.pending()).as("the acknowledgement, and the alarm's end").isEqualTo(2);
    run(broker, "1 acknowledgements");

    assertThat(broker.acknowledged("q")).isEqualTo(1);
    assertThat(publisher.confirmed).isEmpty();
    run(broker, "the broker's alarm ends");
    settle(broker);
    assertThat(publisher.confirmed).containsExactlyInAnyOrder("1", "2", "3", "4");
  }

  @Test
  void aLostMessageIsGone() {
    publisher.publish("q", "1", "2", "3");
    settle(broker);

    assertThat(broker.loseMessage("q")).isTrue();
    assertThat(broker.loseMessage("r")).isFalse();

    consumer.session.subscribe("q", 10);
    settle(broker);
    assertThat(consumer.received).hasSize(2);
    assertThat(broker.lost("q")).isEqualTo(1);
  }
}
