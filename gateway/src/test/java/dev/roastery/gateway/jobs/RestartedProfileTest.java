package dev.roastery.gateway.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.partition.PartitionReport.JobCost;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.process.Heartbeat;
import dev.roastery.common.process.NodeName;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.gateway.cluster.LastOwners;
import dev.roastery.gateway.cluster.Monitor;
import dev.roastery.gateway.cluster.PartitionMove;
import dev.roastery.gateway.jobs.profile.JobProfiles;
import dev.roastery.gateway.jobs.service.JobProfile.PartitionTime;
import dev.roastery.gateway.jobs.service.JobProfile.StageTime;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.testkit.workflow.SimulatedHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a gateway that has just started knows of a job's profile. */
class RestartedProfileTest {

  private static final PartitionName AGGREGATOR = new PartitionName("aggregator", 0);
  private static final PartitionName JOINER = new PartitionName("joiner", 0);
  private static final Duration LOST_AFTER = Duration.ofSeconds(8);

  @TempDir private Path folder;
  private final SimulatedHost host = new SimulatedHost(1_700_000_000_000L);
  private final MovedClock clock =
      new MovedClock(Clock.fixed(Instant.ofEpochMilli(1_700_000_000_000L), ZoneOffset.UTC));
  private MachineTrial trial;
  private Monitor monitor;
  private JobProfiles profiles;
  private UUID job;

  @BeforeEach
  void begin() throws IOException {
    trial = new MachineTrial(folder, host);
    trial.machine.start();
    job = trial.create();
    restart();
  }

  private void restart() {
    monitor =
        new Monitor(
            clock,
            LOST_AFTER,
            Pipeline.STANDARD,
            List.of(AGGREGATOR, JOINER),
            new Monitor.Known() {
              @Override
              public boolean isOpen(JobId any) {
                return true;
              }

              @Override
              public void moved(PartitionMove move) {}

              @Override
              public Set<PartitionName> used() {
                return Set.of();
              }
            },
            new LastOwners(new FileDisk(folder)));
    profiles = new JobProfiles(trial.machine, monitor, new FileDisk(folder), clock);
  }

  private void end() {
    trial.machine.fail(trial.facts(job).id(), "no memory");
    host.settle();
    trial
        .facts(job)
        .routes()
        .all()
        .forEach(partition -> {
          var _ = trial.machine.deliver(new Message.Gone(new JobId(job, 1), partition.toString()));
          host.settle();
        });
    assertThat(trial.facts(job).state()).isEqualTo(JobState.FAILED);
  }

  private void hears(PartitionName partition) {
    NodeName node = new NodeName(partition.stage(), "host", 1, Instant.EPOCH);
    PartitionReport report =
        new PartitionReport(partition, 1, Map.of(), Map.of())
            .costing(Map.of(new JobId(job, 1), new JobCost(1, 10, 100, 1_000, 50, 60)));
    monitor.receive(new Heartbeat(node, clock.instant(), false, false, List.of(report)).bytes());
  }

  private boolean isKept() {
    boolean kept = profiles.isKept(trial.facts(job));
    assertThat(Files.exists(folder.resolve("jobs/" + job + "/profile.json"))).isEqualTo(kept);
    return kept;
  }

  @Test
  void nothingIsKeptBeforeEveryNodeHadTimeToTellWhatItKnows() {
    end();
    clock.pass(Duration.ofSeconds(2));
    restart();
    assertThat(isKept()).as("nobody has said anything").isFalse();
    hears(AGGREGATOR);
    assertThat(isKept()).as("there may be others").isFalse();
    clock.pass(Duration.ofSeconds(7));
    hears(JOINER);
    hears(AGGREGATOR);
    assertThat(isKept()).as("there may be others").isFalse();
    clock.pass(Duration.ofSeconds(1));
    assertThat(isKept()).isTrue();

    restart();
    assertThat(isKept()).as("again").isTrue();
    for (String stage : List.of("aggregator", "joiner")) {
      assertThat(stage(stage)).returns(10L, StageTime::rows).returns(100L, StageTime::bytes);
    }
  }

  @Test
  void whatNobodyHasToldOfIsUnknownAndNotZero() {
    hears(AGGREGATOR);
    assertThat(stage("aggregator").rows()).isEqualTo(10);
    assertThat(stage("joiner"))
        .returns(null, StageTime::first)
        .returns(null, StageTime::batches)
        .returns(null, StageTime::rows)
        .returns(null, StageTime::bytes)
        .returns(null, StageTime::cpuMillis);
    assertThat(stage("joiner").partitions()).extracting(PartitionTime::rows).containsOnlyNulls();
  }

  private StageTime stage(String name) {
    return profiles.of(job).stages().stream()
        .filter(stage -> stage.stage().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** A page asks every two seconds, and a log may be long. */
  @Test
  void theLogIsReadOnceAsLongAsItHasNoMoreFacts() throws IOException {
    assertThat(profiles.of(job).takeovers()).isEmpty();
    Path files = folder.resolve("jobs/" + job);
    Path away = folder.resolve("away");
    Files.move(files, away);
    assertThat(profiles.of(job).takeovers()).isEmpty();
    Files.move(away, files);

    trial.machine.moved(new PartitionMove(AGGREGATOR, "A", "B", 4, 412), Instant.MAX);
    host.settle();
    assertThat(profiles.of(job).takeovers()).hasSize(1);
  }
}
