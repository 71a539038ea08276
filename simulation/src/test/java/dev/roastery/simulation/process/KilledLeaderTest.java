package dev.roastery.simulation.process;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.broker.rabbit.RabbitSettings;
import dev.roastery.common.broker.rabbit.RabbitTransport;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.partition.Outbound;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.simulation.toy.ToyDataset;
import dev.roastery.testkit.Inbox;
import dev.roastery.testkit.TestBroker;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Three RabbitMQ nodes in a cluster; the one that leads all queues is killed mid-job (B06). */
@Tag("broker")
class KilledLeaderTest {

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path folder;

  @Test
  void whenTheLeaderOfEveryQueueIsKilledTheOthersGoOnAndTheResultIsRight() {
    try (PrivateBroker leader = TestBroker.startPrivate(folder.resolve("1"));
        PrivateBroker near = leader.startPeer(folder.resolve("2"));
        PrivateBroker _ = leader.startPeer(folder.resolve("3"))) {
      ToyBroker broker = ToyBroker.on(near, 1).getFirst();
      leadEveryQueue(leader, broker);
      try (ToyCluster cluster = new ToyCluster(broker, folder.resolve("cluster"))) {
        ToyProcess owner = cluster.startOwner();
        ToyDataset dataset = cluster.dataset(200);
        List<Outbound> messages = dataset.messages();
        int half = messages.size() / 2;
        cluster.gateway().send(messages.subList(0, half));
        Waiting.until(() -> "messages flow", () -> cluster.gateway().confirmed() > half / 2);

        leader.kill();
        cluster.gateway().send(messages.subList(half, messages.size()));

        cluster.gateway().awaitConfirmed();
        cluster.assertCompleted(dataset);
        assertThat(leaders(broker)).hasSize(ToyCluster.PLAN.queues().size());
        assertThat(leaders(broker).values()).doesNotContain(leader.name());
        assertThat(owner.alive()).isTrue();
        cluster.assertOneCardEach();
      }
    }
  }

  /** A channel that meets a queue for the first time now has no leader to talk to. */
  @Test
  void theFirstMessageToAQueueIsTakenAlsoWhenItsLeaderHasJustBeenKilled() {
    List<String> queues = IntStream.range(0, 20).mapToObj(each -> "first-" + each).toList();
    List<Fatal> fatals = new CopyOnWriteArrayList<>();
    try (PrivateBroker leader = TestBroker.startPrivate(folder.resolve("1"));
        PrivateBroker near = leader.startPeer(folder.resolve("2"));
        PrivateBroker _ = leader.startPeer(folder.resolve("3"))) {
      try (RabbitTransport declarer = transport(leader, fatals)) {
        declarer.declare(queues);
      }
      try (RabbitTransport transport = transport(near, fatals)) {
        Waiting.until(() -> "connected", () -> transport.state().isReady());
        Set<String> confirmed = ConcurrentHashMap.newKeySet();

        leader.kill();
        for (String queue : queues) {
          transport.publish(queue, Inbox.parcel("first"), () -> confirmed.add(queue));
        }

        Waiting.until(() -> "all are confirmed: " + confirmed, () -> confirmed.size() == 20);
      }
    }
    assertThat(fatals).isEmpty();
  }

  private static RabbitTransport transport(PrivateBroker node, List<Fatal> fatals) {
    return RabbitTransport.connect(RabbitSettings.of(node.uri(), "first"), fatals::add);
  }

  /**
   * The node at which a queue is declared becomes its leader; clients then connect to another node.
   */
  private static void leadEveryQueue(PrivateBroker leader, ToyBroker broker) {
    new ToyGateway(new ToyBroker(leader, broker.vhost()).uri(), ToyCluster.PLAN).close();
    assertThat(leaders(broker))
        .containsOnlyKeys(ToyCluster.PLAN.queues())
        .allSatisfy((queue, node) -> assertThat(node).as(queue).isEqualTo(leader.name()));
  }

  /** The leading node of each quorum queue that is ours. */
  private static Map<String, String> leaders(ToyBroker broker) {
    return broker
        .node()
        .rabbitmqctl("list_queues", "-p", broker.vhost(), "name", "type", "leader")
        .lines()
        .map(line -> List.of(line.split("\t", -1)))
        .filter(columns -> ToyCluster.PLAN.queues().contains(columns.getFirst()))
        .collect(toMap(List::getFirst, List::getLast));
  }
}
