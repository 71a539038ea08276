package dev.roastery.simulation.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.partition.Outbound;
import dev.roastery.simulation.toy.ToyDataset;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A disk that takes long, several heartbeats long, to make anything safe (D15). */
@Tag("broker")
class SlowDiskTest {

  private static final int HEARTBEAT_SECONDS = 1;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  Path folder;

  @Test
  void anOwnerWhoseDiskTakesManyHeartbeatsKeepsItsPlaceAndIsOnlySlow() {
    try (ToyCluster cluster = new ToyCluster(ToyBroker.empty(), folder)) {
      cluster.flag("toy.heartbeatSeconds", HEARTBEAT_SECONDS);
      ToyProcess owner = cluster.startOwner();
      ToyProcess peer = cluster.start();
      ToyDataset dataset = cluster.dataset(20);
      List<Outbound> messages = dataset.messages();
      int half = messages.size() / 2;

      owner.order("slow " + 6_000 * HEARTBEAT_SECONDS);
      cluster.gateway().send(messages.subList(0, half));
      owner.awaitLines("forced slowly", ToyCluster.PARTITIONS);
      owner.order("slow 0");
      cluster.gateway().send(messages.subList(half, messages.size()));

      cluster.assertCompleted(dataset);
      assertThat(owner.lines("released ")).isEmpty();
      assertThat(peer.lines("owned ")).isEmpty();
    }
  }
}
