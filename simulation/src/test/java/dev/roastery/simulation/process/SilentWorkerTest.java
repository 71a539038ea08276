package dev.roastery.simulation.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.partition.Outbound;
import dev.roastery.harness.TcpProxy;
import dev.roastery.harness.TcpProxy.Direction;
import dev.roastery.simulation.toy.ToyDataset;
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
  private TcpProxy network;

  /** Reaches the broker through {@link #network}; it lives on from test to test. */
  private ToyProcess owner;

  private int clusters;
  private boolean well;

  @BeforeEach
  void startOwner() {
    if (cluster == null) {
      cluster = new ToyCluster(ToyBroker.empty(), folder.resolve("cluster-" + ++clusters));
      cluster.flag("toy.heartbeatSeconds", 1);
      network = new TcpProxy(cluster.broker.node().port());
    }
    if (owner == null) {
      owner = cluster.launch(Map.of(), "--amqp", cluster.broker.uriThrough(network));
      cluster.awaitOwner(owner);
    }
    well = false;
  }

  @AfterEach
  void closeAfterFailure() {
    if (!well) {
      close();
    }
  }

  private void close() {
    if (cluster != null) {
      cluster.close();
      network.close();
      cluster = null;
      owner = null;
    }
  }

  @AfterAll
  void nothingIsLeft() {
    if (cluster != null) {
      cluster.assertOneCardEach();
      close();
    }
    sinceStop.print();
    sinceCut.print();
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "APPENDED_BEFORE_FORCE",
        "FORCED_BEFORE_ACK",
        "SNAPSHOT_FORCED",
        "PUBLISHED_ONE_OF_MANY"
      })
  void anOwnerThatWakesUpAfterItsSuccessorHasBegunIsHarmless(CrashPoint moment) {
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
    cluster.gateway().send(messages.subList(some, messages.size()));

    awaitEndOfOwnership(continued);
    cluster.assertCompleted(dataset);
    handBack(peer);
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
    ToyProcess peer = cluster.start();
    ToyDataset dataset = cluster.dataset(BATCHES_OF_PART);
    List<Outbound> messages = dataset.messages();
    int half = messages.size() / 2;
    cluster.gateway().send(messages.subList(0, half));

    long cut = System.nanoTime();
    network.stall(silent.toArray(Direction[]::new));
    sinceCut.add(cut, cluster.awaitOwner(peer));
    cluster.gateway().send(messages.subList(half, messages.size()));
    awaitEndOfOwnership(cut);
    network.resume();

    cluster.assertCompleted(dataset);
    handBack(peer);
  }

  @Test
  void anOwnerThatIsCutOffAndHasNoPeerGoesOnWhenTheNetworkIsBack() {
    ToyDataset dataset = cluster.dataset(BATCHES_OF_PART);
    List<Outbound> messages = dataset.messages();
    int half = messages.size() / 2;
    cluster.gateway().send(messages.subList(0, half));
    long cut = System.nanoTime();
    network.stall(Direction.TO_SERVER, Direction.TO_CLIENT);
    cluster.gateway().send(messages.subList(half, messages.size()));
    awaitEndOfOwnership(cut);
    assertThat(owner.alive()).isTrue();
    network.resume();

    cluster.awaitOwner(owner, cut);
    cluster.assertCompleted(dataset);
    well = true;
  }

  /** It lets go of all its partitions; or it ends itself, because its files are another's now. */
  private void awaitEndOfOwnership(long since) {
    Waiting.until(
        () -> owner.name() + " owns nothing; last: " + owner.tail(),
        () ->
            !owner.alive() || owner.linesSince(since, "released ").size() >= ToyCluster.PARTITIONS);
    if (!owner.alive()) {
      assertThat(owner.awaitExit())
          .as(owner.complaints().toString())
          .isEqualTo(FatalReason.FENCED.exitCode());
      assertThat(owner.complaints()).hasSize(1).first().asString().startsWith("fatal FENCED: ");
    }
  }

  /** When the present owner dies, the former one, if it lives, is the next in line again. */
  private void handBack(ToyProcess peer) {
    long killed = peer.kill();
    if (owner.alive()) {
      cluster.awaitOwner(owner, killed);
      cluster.assertNoJobIsOpen();
    } else {
      System.out.println(owner.name() + " has ended itself: " + owner.complaints());
      owner = null;
    }
    well = true;
  }
}
