package dev.roastery.cli.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.testkit.TestBroker;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Aggregators read the parts of a job where they are: real processes, over RabbitMQ. They die while
 * they read, and the job has the results of the embedded run.
 */
@Tag("broker")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadingNodesTest {

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private static Path folder;

  private PrivateBroker broker;
  private Nodes nodes;
  private SampleJob sample;

  @BeforeAll
  void start() throws Exception {
    sample = SampleJob.generate(folder.resolve("sample"), 200_000, 1); // parts of several ranges
    broker = TestBroker.startPrivate(folder.resolve("broker"));
    nodes =
        new Nodes(
            folder.resolve("nodes"),
            broker.uri(),
            "",
            Map.of("ROASTERY_SOURCES", "file://" + folder, "ROASTERY_SOURCES_READ_BY", "workers"));
  }

  @AfterAll
  void stop() throws Exception {
    nodes.close();
    broker.close();
  }

  @Test
  void aJobHasItsResultsAlthoughAnAggregatorDiesAgainAndAgainWhileItReads() throws Exception {
    nodes.arm("aggregator", CrashPoint.AFTER_CHUNK.name() + ":5");
    nodes.awaitOwner("aggregator");
    SampleJob.Submitted job = sample.refer(nodes);

    nodes.awaitCrash("aggregator");
    nodes.armAgain("aggregator", CrashPoint.AFTER_CHUNK.name() + ":7");
    nodes.awaitCrash("aggregator");
    nodes.armAgain("aggregator", CrashPoint.RECOVERY_BEFORE_REPUBLISH.name());
    nodes.awaitCrash("aggregator");
    nodes.start("aggregator", "");

    job.awaitRightResults();
    assertThat(nodes.isRunning("aggregator")).isTrue();
  }
}
