package dev.roastery.simulation.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.partition.Outbound;
import dev.roastery.simulation.toy.ToyDataset;
import dev.roastery.testkit.TcpProxy;
import dev.roastery.testkit.TcpProxy.Direction;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An owner that lives and that the broker does not hear: stopped, or cut off (B05, O03, O04). When
 * it is back it must find out that its ownership is over, and harm nothing before it does.
 */
@Tag("broker")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SilentWorkerTest {

  private static final int BATCHES_OF_PART = 100;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  static Path folder;

  private final Times sinceStop = new Times("stopped to all partitions owned by the peer");
  private final Times sinceCut = new Times("cut off to all partitions owned by the peer");
  private ToyCluster cluster;
  private int clusters;

  @BeforeEach
  void openCluster() {
    cluster = new ToyCluster(ToyBroker.empty(), folder.resolve("cluster-" + ++clusters));
    cluster.flag("toy.heartbeatSeconds", 1);
  }

  @AfterEach
  void closeCluster() {
    cluster.close();
  }

  @AfterAll
  void print() {
    sinceStop.print();
    sinceCut.print();
  }

  /** Each time with something in hand that is the successor's by the time it goes on. */
  @ParameterizedTest
  @EnumSource(
      names = {
        "APPENDED_BEFORE_FORCE",
        "FORCED_BEFORE_ACK",
        "SNAPSHOT_FORCED",
        "PUBLISHED_ONE_OF_MANY"
      })
  void anOwnerThatWakesUpAfterItsSuccessorHasBegunIsHarmless(CrashPoint moment) {
    ToyProcess owner = cluster.startOwner();
    ToyProcess peer = cluster.start();
    ToyDataset dataset = cluster.dataset(BATCHES_OF_PART);
    List<Outbound> messages = dataset.messages();
    int some = messages.size() / 3;
    owner.order("stop " + moment);
    owner.awaitLine("armed " + moment);

    cluster.gateway().send(messages.subList(0, some));
    long stopped = owner.awaitLine("stopping itself at " + moment).nanos();
    Waiting.until(() -> "it stands still", owner::stopped);
    sinceStop.add(stopped, cluster.awaitOwner(peer));
    assertThat(owner.stopped()).isTrue();
    long continued = owner.signal("CONT");
    owner.awaitLine("going on at " + moment);
    cluster.gateway().send(messages.subList(some, messages.size()));

    awaitEndOfOwnership(owner, continued);
    cluster.assertCompleted(dataset);
    assertStandsInLine(owner, peer);
  }

  @Test
  void aPauseShorterThanTheHeartbeatIsNoFault() {
    cluster.flag("toy.heartbeatSeconds", 30);
    ToyProcess owner = cluster.startOwner();
    ToyProcess peer = cluster.start();
    ToyDataset dataset = cluster.dataset(BATCHES_OF_PART);
    List<Outbound> messages = dataset.messages();
    for (int third = 0; third < 3; third++) {
      owner.signal("STOP");
      Waiting.until(() -> "it stands still", owner::stopped);
      int from = third * messages.size() / 3;
      cluster.gateway().send(messages.subList(from, (third + 1) * messages.size() / 3));
      cluster.gateway().awaitConfirmed();
      owner.signal("CONT");
    }

    cluster.assertCompleted(dataset);
    assertThat(owner.lines("released ")).isEmpty();
    assertThat(peer.lines("owned ")).isEmpty();
  }

  static List<List<Direction>> silences() {
    return List.of(
        List.of(Direction.TO_SERVER, Direction.TO_CLIENT),
        List.of(Direction.TO_SERVER),
        List.of(Direction.TO_CLIENT));
  }

  @ParameterizedTest
  @MethodSource("silences")
  void anOwnerThatIsCutOffGivesWayToItsPeer(List<Direction> silent) {
    try (TcpProxy network = new TcpProxy(cluster.broker.node().port())) {
      ToyProcess owner = startOwnerBehind(network);
      ToyProcess peer = cluster.start();
      ToyDataset dataset = cluster.dataset(BATCHES_OF_PART);
      List<Outbound> messages = dataset.messages();
      int half = messages.size() / 2;
      cluster.gateway().send(messages.subList(0, half));

      long cut = System.nanoTime();
      network.stall(silent.toArray(Direction[]::new));
      sinceCut.add(cut, cluster.awaitOwner(peer));
      cluster.gateway().send(messages.subList(half, messages.size()));
      awaitEndOfOwnership(owner, cut);
      int connections = network.accepted();
      network.resume();

      Waiting.until(() -> "it is back", () -> network.accepted() > connections);
      cluster.assertCompleted(dataset);
      assertStandsInLine(owner, peer);
    }
  }

  @Test
  void anOwnerThatIsCutOffAndHasNoPeerGoesOnWhenTheNetworkIsBack() {
    try (TcpProxy network = new TcpProxy(cluster.broker.node().port())) {
      ToyProcess owner = startOwnerBehind(network);
      ToyDataset dataset = cluster.dataset(BATCHES_OF_PART);
      List<Outbound> messages = dataset.messages();
      int half = messages.size() / 2;
      cluster.gateway().send(messages.subList(0, half));
      long cut = System.nanoTime();
      network.stall(Direction.TO_SERVER, Direction.TO_CLIENT);
      cluster.gateway().send(messages.subList(half, messages.size()));
      owner.awaitLines("released ", ToyCluster.PARTITIONS);
      network.resume();

      cluster.awaitOwner(owner, cut);
      cluster.assertCompleted(dataset);
    }
  }

  private ToyProcess startOwnerBehind(TcpProxy network) {
    ToyProcess owner = cluster.launch(Map.of(), "--amqp", cluster.broker.uriThrough(network));
    cluster.awaitOwner(owner);
    return owner;
  }

  /** It lets go of all its partitions; or it ends itself, because its files are another's now. */
  private static void awaitEndOfOwnership(ToyProcess owner, long since) {
    Waiting.until(
        () -> owner.name() + " owns nothing; last: " + owner.tail(),
        () ->
            !owner.alive() || owner.linesSince(since, "released ").size() >= ToyCluster.PARTITIONS);
    if (!owner.alive()) {
      assertThat(owner.awaitExit())
          .as(owner.complaints().toString())
          .isEqualTo(FatalReason.FENCED.exitCode());
      assertThat(owner.complaints()).anyMatch(line -> line.startsWith("fatal FENCED: "));
    }
  }

  /** Who was the owner before would be it again, if the present one died. */
  private void assertStandsInLine(ToyProcess former, ToyProcess present) {
    if (former.alive()) {
      long killed = present.kill();
      cluster.awaitOwner(former, killed);
      cluster.assertNoJobIsOpen();
    } else {
      System.out.println(former.name() + " has ended: " + former.complaints());
    }
  }
}
