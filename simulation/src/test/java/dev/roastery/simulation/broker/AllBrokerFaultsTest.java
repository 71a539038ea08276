package dev.roastery.simulation.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.broker.Delivery;
import dev.roastery.common.broker.Transport.Session;
import dev.roastery.common.broker.Transport.SessionListener;
import dev.roastery.simulation.effect.EffectHook;
import dev.roastery.simulation.effect.Incarnation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * All faults at once, with probabilities that each seed draws: the two promises of the port hold.
 */
class AllBrokerFaultsTest {

  private static final int SEEDS = 2_000;
  private static final int MESSAGES = 20;

  @Test
  void whatIsConfirmedIsAcknowledgedAtLastUnlessItWasLost() {
    Set<BrokerFault> struck = new HashSet<>();
    for (long seed = 0; seed < SEEDS; seed++) {
      Run run = new Run(seed, false);
      run.play();
      for (BrokerFault fault : BrokerFault.values()) {
        if (run.broker.struck(fault) > 0) {
          struck.add(fault);
        }
      }
    }

    assertThat(struck)
        .as("each fault has happened")
        .containsExactlyInAnyOrder(BrokerFault.values());
  }

  @Test
  void aSeedIsAlwaysTheSameSchedule() {
    for (long seed = 0; seed < 20; seed++) {
      Run one = new Run(seed, true);
      Run two = new Run(seed, true);
      one.play();
      two.play();

      assertThat(one.trace).isEqualTo(two.trace).isNotEmpty();
    }
  }

  private static final class Run {

    private final String name;
    private final SplittableRandom random;
    private final SimulatedBroker broker;
    private final boolean traced;
    private final List<String> trace = new ArrayList<>();
    private final Set<String> acknowledged = new HashSet<>();
    private final Set<String> confirmed = new HashSet<>();
    private boolean calm;
    private final List<Consumer> consumers = new ArrayList<>();

    Run(long seed, boolean traced) {
      this.traced = traced;
      name = "seed " + seed;
      random = new SplittableRandom(seed);
      broker = Brokers.seeded(seed, drawn());
    }

    /** Two thirds of all faults do not happen in a run, so that each is seen alone too. */
    private BrokerFaults drawn() {
      BrokerFaults faults = BrokerFaults.NONE;
      for (BrokerFault fault : BrokerFault.values()) {
        boolean perStep = fault.compareTo(BrokerFault.PUBLISHING_CUT) >= 0;
        double most = perStep ? 0.02 : 0.5;
        faults = faults.with(fault, random.nextInt(3) == 0 ? random.nextDouble() * most : 0);
      }
      return faults;
    }

    void play() {
      ANode[] publishers = {new ANode(broker, "p0"), new ANode(broker, "p1")};
      consumers.add(new Consumer(0));
      consumers.add(new Consumer(1));
      for (int i = 0; i < MESSAGES; i++) {
        publish(publishers[i % 2], "message " + i);
        steps(random.nextInt(10));
      }
      steps(200);
      broker.become(BrokerFaults.NONE);
      calm = true;
      steps(20_000);

      assertThat(broker.pending()).as(name).isZero();
      assertThat(confirmed).as(name).hasSize(MESSAGES);
      if (broker.struck(BrokerFault.MESSAGE_LOST) == 0) {
        assertThat(acknowledged).as(name).isEqualTo(confirmed);
      }
      assertThat(broker.ready("q") + broker.unacknowledged("q")).as(name).isZero();
    }

    private void publish(ANode publisher, String body) {
      publisher.transport.publish(
          "q",
          ANode.parcel(body),
          () -> assertThat(confirmed.add(body)).as("%s: one confirm", name).isTrue());
    }

    private void steps(int count) {
      for (int i = 0; i < count; i++) {
        if (traced) {
          trace.add(IntStream.range(0, broker.pending()).mapToObj(broker::describe).toList() + "");
        }
        boolean quiet = !broker.step();
        assertThat(broker.published("q"))
            .as(name)
            .isEqualTo(
                broker.ready("q")
                    + broker.unacknowledged("q")
                    + broker.acknowledged("q")
                    + broker.lost("q"));
        if (quiet && calm && consumers.stream().allMatch(each -> each.inbox.isEmpty())) {
          return;
        }
        consumers.forEach(Consumer::act);
      }
    }

    /** Acknowledges in its own time, is killed now and then, and always comes back. */
    private final class Consumer implements SessionListener {

      private final int number;
      private final List<Delivery> inbox = new ArrayList<>();
      private Incarnation life;
      private SimulatedTransport transport;
      private Session session;

      Consumer(int number) {
        this.number = number;
        start();
      }

      private void start() {
        life = new Incarnation("c" + number, EffectHook.NONE);
        transport = broker.connect(life);
        open();
      }

      private void open() {
        inbox.clear();
        session = transport.open(this);
        session.subscribe("q", 3);
      }

      void act() {
        if (!calm && random.nextInt(100) == 0) {
          life.end();
          start();
        } else if (!calm && random.nextInt(200) == 0) {
          transport.declareDead();
        } else if (!inbox.isEmpty() && random.nextBoolean()) {
          Delivery next = inbox.removeFirst();
          session.acknowledge(next.tag());
          acknowledged.add(new String(next.body(), UTF_8));
        }
      }

      @Override
      public void delivered(Delivery delivery) {
        inbox.add(delivery);
      }

      @Override
      public void lost(String reason) {
        open();
      }
    }
  }
}
