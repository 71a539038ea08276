package dev.roastery.simulation.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.partition.Outbound;
import dev.roastery.simulation.toy.ToyDataset;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Workers that are asked to stop, by SIGTERM, or stand still for a moment (O04, O16, O17). */
@Tag("broker")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StoppedWorkerTest {

  private static final int BATCHES_OF_PART = 100;
  private static final int STOPS = Injection.ALL ? 30 : 5;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  static Path folder;

  private final Times exit = new Times("SIGTERM to exit 0");
  private final Times takeOver = new Times("SIGTERM to all partitions owned by the peer");
  private ToyCluster cluster;

  @BeforeAll
  void openCluster() {
    cluster = new ToyCluster(ToyBroker.empty(), folder.resolve("cluster"));
    cluster.flag("toy.heartbeatSeconds", 30);
  }

  @AfterEach
  void killWorkers() {
    cluster.killWorkers();
  }

  @AfterAll
  void nothingIsLeft() {
    cluster.assertOneCardEach();
    cluster.close();
    exit.print();
    takeOver.print();
  }

  @Test
  void aWorkerThatIsAskedToStopLeavesInGoodOrderMidStream() {
    ToyProcess owner = cluster.startOwner();
    for (int stop = 0; stop < STOPS; stop++) {
      ToyProcess peer = cluster.start();
      ToyDataset dataset = cluster.dataset(BATCHES_OF_PART);
      List<Outbound> messages = dataset.messages();
      int half = messages.size() / 2;
      cluster.gateway().send(messages.subList(0, half));

      long asked = owner.signal("TERM");
      cluster.gateway().send(messages.subList(half, messages.size()));
      assertThat(owner.awaitExit()).as("%s", owner.tail()).isZero();
      exit.add(asked, owner.lines("stopped").getLast().nanos());
      takeOver.add(asked, cluster.awaitOwner(peer));

      assertThat(owner.lines("released ")).hasSize(ToyCluster.PARTITIONS);
      assertThat(owner.complaints()).isEmpty();
      cluster.assertCompleted(dataset);
      owner = peer;
    }
  }

  @Test
  void aPauseShorterThanTheHeartbeatIsNoFault() {
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

  /** O17: the process is held within the recovery while SIGTERM comes. */
  @Test
  void aWorkerThatIsAskedToStopWhileItRecoversStopsAndLosesNothing() {
    ToyProcess owner = cluster.startOwner();
    ToyProcess recovering = cluster.start();
    ToyDataset dataset = cluster.dataset(BATCHES_OF_PART);
    List<Outbound> messages = dataset.messages();
    int half = messages.size() / 2;
    recovering.order("stop " + CrashPoint.RECOVERY_MID_REPLAY);
    recovering.awaitLine("armed ");
    String point = "AFTER_CHUNK:30";
    owner.order("crash " + point);
    owner.awaitLine("armed " + point);
    cluster.gateway().send(messages.subList(0, half));
    cluster.assertCrashed(owner, CrashPoint.AFTER_CHUNK);

    recovering.awaitLine("stopping itself at ");
    Waiting.until(() -> "it stands still", recovering::stopped);
    recovering.signal("TERM");
    recovering.signal("CONT");
    assertThat(recovering.awaitExit()).as("%s", recovering.tail()).isZero();
    cluster.gateway().send(messages.subList(half, messages.size()));
    cluster.startOwner();

    cluster.assertCompleted(dataset);
  }
}
