package dev.roastery.simulation.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.partition.Outbound;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.simulation.toy.ToyDataset;
import dev.roastery.testkit.TestBroker;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A broker that ends while a job is under way, alone or with everything else (B01, B02, C34). */
@Tag("broker")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KilledBrokerTest {

  private static final int BATCHES_OF_PART = 400;
  private static final int KILLS = Injection.ALL ? 20 : 1;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  static Path folder;

  private final Times sinceDeath = new Times("broker killed to all partitions owned again");
  private final Times sinceReturn = new Times("broker accepts to all partitions owned again");
  private PrivateBroker node;
  private ToyCluster cluster;
  private boolean down;

  @BeforeAll
  void startNode() {
    node = TestBroker.startPrivate(folder.resolve("node"));
    cluster = new ToyCluster(ToyBroker.on(node, 1).getFirst(), folder.resolve("cluster"));
  }

  @AfterEach
  void killWorkers() {
    cluster.killWorkers();
    if (down) {
      restart();
    }
  }

  @AfterAll
  void nothingIsLeft() {
    cluster.assertOneCardEach();
    cluster.close();
    node.close();
    sinceDeath.print();
    sinceReturn.print();
  }

  @Test
  void workersLiveThroughABrokerThatIsKilled() {
    ToyProcess owner = cluster.startOwner();
    ToyProcess peer = cluster.start();
    for (int kill = 0; kill < KILLS; kill++) {
      ToyDataset dataset = cluster.dataset(BATCHES_OF_PART);
      long before = System.nanoTime();
      Thread feed = endMidStream(dataset, node::kill);
      long dead = System.nanoTime();
      awaitReleased(before, owner, peer);
      restart();
      long back = System.nanoTime();
      long owned = cluster.awaitOwned(dead);
      sinceDeath.add(dead, owned);
      sinceReturn.add(back, owned);
      assertCompleted(feed, dataset);
    }
    assertThat(List.of(owner, peer)).allMatch(ToyProcess::alive);
  }

  @Test
  void workersLiveThroughABrokerThatIsStartedAnew() {
    ToyProcess owner = cluster.startOwner();
    ToyDataset dataset = cluster.dataset(BATCHES_OF_PART);

    long before = System.nanoTime();
    Thread feed = endMidStream(dataset, node::stop);
    long stopped = System.nanoTime();
    awaitReleased(before, owner);
    restart();
    cluster.awaitOwner(owner, stopped);

    assertCompleted(feed, dataset);
    assertThat(owner.alive()).isTrue();
  }

  @Test
  void aJobCompletesAlthoughEverythingIsKilledAtOnce() {
    ToyProcess owner = cluster.startOwner();
    ToyProcess peer = cluster.start();
    ToyDataset dataset = cluster.dataset(BATCHES_OF_PART);

    Thread feed =
        endMidStream(
            dataset,
            () -> {
              owner.kill();
              peer.kill();
              node.kill();
            });
    assertThat(List.of(owner, peer)).noneMatch(ToyProcess::alive);
    restart();
    ToyProcess heir = cluster.startOwner();
    cluster.start();

    assertCompleted(feed, dataset);
    assertThat(replayed(heir)).as("chunks that only the volume had").isPositive();
  }

  /** Ends the broker when some messages are confirmed and others not even sent. */
  private Thread endMidStream(ToyDataset dataset, Runnable end) {
    ToyGateway gateway = cluster.gateway();
    List<Outbound> messages = dataset.messages();
    CompletableFuture<Void> ended = new CompletableFuture<>();
    int most = messages.size() * 3 / 4;
    int before = gateway.confirmed();
    Thread feed =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              gateway.send(messages.subList(0, most));
              ended.join();
              gateway.send(messages.subList(most, messages.size()));
            });
    Waiting.until(() -> "messages flow", () -> gateway.confirmed() - before > most / 2);
    down = true;
    end.run();
    ended.complete(null);
    assertThat(gateway.results(dataset.job())).isEmpty();
    return feed;
  }

  private void restart() {
    node.restart();
    down = false;
  }

  /** Whichever of them had a partition has noticed that its ownership is over. */
  private static void awaitReleased(long since, ToyProcess... workers) {
    Waiting.until(
        () -> "nobody owns anything; " + List.of(workers).getFirst().tail(),
        () ->
            Stream.of(workers).mapToInt(each -> each.linesSince(since, "released ").size()).sum()
                >= ToyCluster.PARTITIONS);
  }

  private void assertCompleted(Thread feed, ToyDataset dataset) {
    Waiting.until(() -> "all is sent", () -> !feed.isAlive());
    cluster.gateway().awaitConfirmed();
    cluster.assertCompleted(dataset);
  }

  private static int replayed(ToyProcess worker) {
    return worker.lines("recovered ").stream()
        .mapToInt(line -> Integer.parseInt(line.text().split(" ", 5)[3]))
        .sum();
  }
}
