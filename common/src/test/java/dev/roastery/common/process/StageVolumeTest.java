package dev.roastery.common.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.broker.memory.InProcessLimits;
import dev.roastery.common.broker.memory.InProcessTransport;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.state.VolumeId;
import dev.roastery.common.storage.FileDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class StageVolumeTest {

  private static final UUID SHARED = new UUID(1, 1);
  private static final UUID OTHER = new UUID(2, 2);

  private final InProcessTransport broker =
      new InProcessTransport(
          InProcessLimits.usual(),
          fatal -> {
            throw fatal;
          });

  @AfterEach
  void close() {
    broker.close();
  }

  private void start(UUID volume, boolean acceptsLoss) throws InterruptedException {
    new StageVolume("aggregator", broker, acceptsLoss)
        .check(new StageVolume.Mine(volume, "/state", false));
  }

  @Test
  void nodesWithOneVolumeStartAgainAndAgain() throws Exception {
    for (int starts = 0; starts < 5; starts++) {
      start(SHARED, false);
    }
  }

  @Test
  void aNodeWithAnotherVolumeIsRefusedWithBothIdsAndWhatToDo() throws Exception {
    start(SHARED, false);

    assertThatThrownBy(() -> start(OTHER, false))
        .isInstanceOf(Fatal.class)
        .hasMessageStartingWith("VOLUME_FOREIGN")
        .hasMessageContaining(SHARED.toString())
        .hasMessageContaining(OTHER.toString())
        .hasMessageContaining("/state")
        .hasMessageContaining("--state");
    assertThatCode(() -> start(SHARED, false)).doesNotThrowAnyException();
  }

  @Test
  void aNewFolderInPlaceOfTheStagesIsALostVolume(@TempDir Path folder) throws Exception {
    start(SHARED, false);
    StageVolume.Mine mine =
        StageVolume.Mine.in(folder, "aggregator", List.of(new PartitionName("aggregator", 0)));

    assertThatThrownBy(() -> new StageVolume("aggregator", broker, false).check(mine))
        .hasMessageStartingWith("VOLUME_LOST");
  }

  @Test
  void aSecondGatewayIsToldThatThereIsOne() throws Exception {
    StageVolume.Mine other = new StageVolume.Mine(OTHER, "/other", true);
    StageVolume.ofGateway(broker, false).check(new StageVolume.Mine(SHARED, "/a", true));

    assertThatThrownBy(() -> StageVolume.ofGateway(broker, false).check(other))
        .hasMessageStartingWith("VOLUME_LOST")
        .hasMessageContaining("the gateway of this broker has volume " + SHARED)
        .hasMessageContaining("/other of this node is a new volume " + OTHER)
        .hasMessageContaining("one gateway for each virtual host")
        .hasMessageContaining("--amqp");
    assertThatCode(() -> StageVolume.ofGateway(broker, true).check(other))
        .doesNotThrowAnyException();
  }

  @Test
  void anAcceptedLossMakesTheNewVolumeTheStages() throws Exception {
    start(SHARED, false);
    start(OTHER, true);

    start(OTHER, false);
    assertThatThrownBy(() -> start(SHARED, false)).hasMessageStartingWith("VOLUME_FOREIGN");
  }

  @Test
  void ofNodesThatStartTogetherForTheFirstTimeOneVolumeWins() throws Exception {
    List<Callable<Boolean>> nodes = new ArrayList<>();
    for (int node = 0; node < 6; node++) {
      UUID volume = node % 2 == 0 ? SHARED : OTHER;
      nodes.add(() -> {
        try {
          start(volume, false);
          return volume.equals(SHARED);
        } catch (Fatal refused) {
          return volume.equals(OTHER);
        }
      });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(nodes.size())) {
      List<Boolean> sharedWins = new ArrayList<>();
      for (Future<Boolean> each : threads.invokeAll(nodes)) {
        sharedWins.add(each.get());
      }

      assertThat(sharedWins).containsOnly(sharedWins.getFirst());
    }
  }

  @Test
  void theNodesOfAFolderHaveOneId(@TempDir Path folder) throws Exception {
    List<Callable<UUID>> nodes =
        java.util.Collections.nCopies(8, () -> VolumeId.of(new FileDisk(folder), "joiner"));
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<UUID> ids = new ArrayList<>();
      for (Future<UUID> each : threads.invokeAll(nodes)) {
        ids.add(each.get());
      }

      assertThat(ids).containsOnly(ids.getFirst());
      assertThat(VolumeId.of(new FileDisk(folder), "maximizer")).isNotEqualTo(ids.getFirst());
    }
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }
}
