package dev.roastery.gateway.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.gateway.cluster.PartitionMove;
import dev.roastery.gateway.jobs.service.JobEvent;
import dev.roastery.testkit.workflow.SimulatedHost;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Takeovers of partitions are facts of the jobs that are under way. */
class TakeoversTest {

  private static final PartitionName PARTITION = new PartitionName("aggregator", 0);

  @TempDir private Path folder;
  private final SimulatedHost host = new SimulatedHost(1_700_000_000_000L);

  private MachineTrial trial() throws IOException {
    MachineTrial trial = new MachineTrial(folder, host);
    trial.machine.start();
    return trial;
  }

  private void move(MachineTrial trial, long epoch) {
    trial.machine.moved(new PartitionMove(PARTITION, "A", "B", epoch, 412), Instant.MAX);
    host.settle();
  }

  private static List<JobEvent> moves(MachineTrial trial, UUID job) {
    return trial.machine.events(job, 0).stream()
        .filter(event -> event.kind().equals("partition_moved"))
        .toList();
  }

  @Test
  void aTakeoverIsAnEventOfEachJobUnderWayOnceAlsoOverARestart() throws IOException {
    MachineTrial trial = trial();
    UUID job = trial.create();
    UUID other = trial.create();
    UUID over = trial.create();
    trial.machine.cancel(over, "not needed");
    move(trial, 4);
    move(trial, 4);
    MachineTrial again = trial();
    move(again, 4);
    for (UUID each : List.of(job, other)) {
      assertThat(moves(again, each))
          .singleElement()
          .satisfies(event -> {
            assertThat(event.text())
                .isEqualTo(
                    "aggregator-0 moved from A to B, back within 0.4 s; nothing counted twice.");
            assertThat(event.facts())
                .isEqualTo(
                    Map.of(
                        "partition", "aggregator-0",
                        "from", "A",
                        "to", "B",
                        "epoch", "4",
                        "millis", "412"));
          });
    }
    assertThat(moves(again, over)).isEmpty();
    move(again, 5);
    assertThat(moves(again, job)).hasSize(2);
    assertThat(again.facts(job).takeovers().known()).hasSize(2);
  }

  @Test
  void oneThatTheGatewayHasNotSeenHasNoTimeAndIsNothingToLaterJobs() throws IOException {
    MachineTrial trial = trial();
    UUID job = trial.create();
    host.pass(1_000);
    Instant opened = Instant.ofEpochMilli(host.nowMillis());
    UUID later = trial.create();
    trial.machine.moved(new PartitionMove(PARTITION, "A", "B", 4, PartitionMove.UNKNOWN), opened);
    host.settle();
    assertThat(moves(trial, job))
        .singleElement()
        .satisfies(event -> {
          assertThat(event.text())
              .isEqualTo(
                  "aggregator-0 moved from A to B while the gateway was away;"
                      + " nothing counted twice.");
          assertThat(event.facts()).containsOnlyKeys("partition", "from", "to", "epoch");
        });
    assertThat(moves(trial, later)).isEmpty();
  }

  @Test
  void aPartitionThatAJobDoesNotUseIsNothingToIt() throws IOException {
    MachineTrial trial = trial();
    UUID job = trial.create();
    PartitionName unused = new PartitionName("aggregator", 77);
    trial.machine.moved(new PartitionMove(unused, "A", "B", 4, 412), Instant.MAX);
    host.settle();
    assertThat(moves(trial, job)).isEmpty();
  }

  /** Whoever has the broker's password can send heartbeats. */
  @Test
  void aJobKeepsAThousandTakeoversAndNoMore() throws IOException {
    MachineTrial trial = trial();
    UUID job = trial.create();
    for (int epoch = 1; epoch <= 1_010; epoch++) {
      move(trial, epoch);
    }
    assertThat(trial.facts(job).takeovers().known()).hasSize(1_000);
  }

  /** A cluster that falls over again and again is no sign of life of a client. */
  @Test
  void aTakeoverDoesNotKeepAnAbandonedJobAlive() throws IOException {
    MachineTrial trial = trial();
    UUID job = trial.create();
    long begun = trial.facts(job).heardMillis();
    host.pass(1_000);
    move(trial, 4);
    assertThat(trial.facts(job).heardMillis()).isEqualTo(begun);
    assertThat(trial.facts(job).updated().toEpochMilli()).isGreaterThan(begun);
  }
}
