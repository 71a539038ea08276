package dev.roastery.simulation.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.message.Message;
import dev.roastery.common.partition.Outbound;
import dev.roastery.simulation.toy.ToyDataset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Workers that are halted at every crash point (docs/faults.md, C01 to C27 and C33), against a real
 * RabbitMQ. The workers and the virtual host live on from point to point, as long as all goes well;
 * each point has a job of its own. {@code -Droastery.process.all=true} halts at each point more
 * than once, and without a peer at each and not only at some.
 */
@Tag("broker")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KilledWorkerTest {

  private static final int BATCHES_OF_PART = 100;

  /** A crash in the middle of a job, with chunks in the buffer that a recovery has to replay. */
  private static final Injection MID_STREAM = new Injection(CrashPoint.AFTER_CHUNK, 30);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  static Path folder;

  private final Times takeOver = new Times("killed to all partitions owned by the peer");
  private ToyCluster cluster;
  private ToyProcess owner;
  private ToyProcess peer;
  private int clusters;
  private boolean well;

  static List<Injection> injections() {
    return Injection.all();
  }

  static List<Injection> someInjections() {
    return Injection.some();
  }

  @BeforeAll
  void printHead() {
    System.out.println("crash point | replayed chunks | dead to owned, ms | dead to result, ms");
  }

  @BeforeEach
  void openCluster() {
    if (cluster == null) {
      cluster = new ToyCluster(ToyBroker.empty(), folder.resolve("cluster-" + ++clusters));
    }
    well = false;
  }

  @AfterEach
  void closeAfterFailure() {
    if (!well) {
      closeCluster();
    }
  }

  private void closeCluster() {
    if (cluster != null) {
      cluster.close();
      cluster = null;
      owner = null;
      peer = null;
    }
  }

  @ParameterizedTest
  @MethodSource("someInjections")
  void killedAtCrashPointWithoutPeer(Injection injection) {
    if (peer != null) {
      peer.close();
      peer = null;
    }
    if (owner == null) {
      owner = cluster.startOwner();
    }
    ToyDataset dataset = cluster.dataset(BATCHES_OF_PART);

    crash(injection, dataset);
    for (int again = 0; injection.inRecovery() && again < 5; again++) {
      cluster.forgetCrash(injection.point());
      ToyProcess recovering = cluster.launch(Map.of("ROASTERY_CRASH", injection.toString()));
      cluster.assertCrashed(recovering, injection.point());
    }
    long dead = cluster.crashNanos(injection.point());
    owner = cluster.startOwner();

    finish(injection, dataset, dead);
  }

  @ParameterizedTest
  @MethodSource("injections")
  void killedAtCrashPointWithPeer(Injection injection) {
    owner = owner == null ? cluster.startOwner() : owner;
    peer = peer == null ? cluster.start() : peer;
    ToyDataset dataset = cluster.dataset(BATCHES_OF_PART);
    ToyProcess heir = peer;
    if (injection.inRecovery()) {
      cluster.forgetCrash(injection.point());
      peer.order("crash " + injection);
      peer.awaitLine("armed " + injection);
      heir = cluster.start();
    }

    crash(injection, dataset);
    if (injection.inRecovery()) {
      cluster.assertCrashed(peer, injection.point());
    }
    owner = heir;
    long dead = cluster.crashNanos(injection.point());
    takeOver.add(dead, cluster.awaitOwner(owner));

    finish(injection, dataset, dead);
    peer = cluster.start();
  }

  /** Sends the job and has its owner die of it, proved by its exit code and the marker. */
  private void crash(Injection injection, ToyDataset dataset) {
    List<Outbound> messages = order(injection.point(), dataset.messages());
    Injection first = injection.inRecovery() ? MID_STREAM : injection;
    cluster.forgetCrash(first.point());
    owner.order("crash " + first);
    owner.awaitLine("armed " + first);
    int half = messages.size() / 2;
    cluster.gateway().send(messages.subList(0, half));
    if (injection.point() == CrashPoint.GRACEFUL_STOP) {
      owner.signal("TERM");
    }
    cluster.gateway().send(messages.subList(half, messages.size()));
    cluster.assertCrashed(owner, first.point());
  }

  /** One point needs that the last batch of a stream comes after its END. */
  private static List<Outbound> order(CrashPoint point, List<Outbound> messages) {
    List<Outbound> ordered = new ArrayList<>(messages);
    if (point == CrashPoint.LAST_BATCH_AFTER_END) {
      Collections.reverse(ordered);
    }
    assertThat(ordered).anyMatch(outbound -> outbound.message() instanceof Message.End);
    return ordered;
  }

  private void finish(Injection injection, ToyDataset dataset, long dead) {
    long owned = cluster.awaitOwner(owner);
    long result = cluster.assertCompleted(dataset);
    int replayed =
        owner.lines("recovered ").stream()
            .mapToInt(line -> Integer.parseInt(line.text().split(" ", 5)[3]))
            .sum();
    System.out.printf(
        "%s | %d | %d | %d%n",
        injection, replayed, (owned - dead) / 1_000_000, (result - dead) / 1_000_000);
    well = true;
  }

  @AfterAll
  void nothingIsLeft() {
    if (cluster != null) {
      cluster.assertOneCardEach();
      closeCluster();
    }
    takeOver.print();
  }
}
