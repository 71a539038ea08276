package dev.roastery.cli.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.testkit.TestBroker;
import dev.roastery.testkit.store.FakeS3;
import dev.roastery.testkit.store.MemoryStore;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Workers without a volume, whose state is in an object store behind HTTP: they die in the middle
 * of a job and again while they take over, and the job has the results of the embedded run.
 */
@Tag("broker")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StoreNodesTest {

  private static final Map<String, String> CREDENTIALS =
      Map.of("AWS_ACCESS_KEY_ID", "AKIATEST", "AWS_SECRET_ACCESS_KEY", "of-this-test-only");

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private static Path folder;

  private final MemoryStore objects = new MemoryStore();
  private FakeS3 server;
  private PrivateBroker broker;
  private Nodes nodes;
  private SampleJob sample;

  @BeforeAll
  void start() throws Exception {
    server = FakeS3.over(objects);
    sample = SampleJob.generate(folder.resolve("sample"), 20_000);
    broker = TestBroker.startPrivate(folder.resolve("broker"));
    nodes = new Nodes(folder.resolve("nodes"), broker.uri(), store(), CREDENTIALS);
  }

  private String store() {
    return "s3://bucket/state?style=path&region=eu-test-1&endpoint=" + server.endpoint();
  }

  @AfterAll
  void stop() throws Exception {
    nodes.close();
    broker.close();
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "aggregator, TAKEOVER_JOURNAL_SEALED",
    "aggregator, SNAPSHOT_RENAMED",
    "maximizer, TAKEOVER_EPOCH_SEALED",
    "joiner, RECOVERY_SNAPSHOT_LOADED"
  })
  void aJobHasItsResultsAlthoughAWorkerDiesAndDiesAgainWhenItTakesOver(
      String kind, CrashPoint point) throws Exception {
    nodes.arm(kind, CrashPoint.AFTER_CHUNK.name());
    nodes.awaitOwner(kind);
    SampleJob.Submitted job = sample.submit(nodes);

    nodes.awaitCrash(kind);
    nodes.armAgain(kind, point.name());
    nodes.awaitCrash(kind);
    nodes.start(kind, "");

    job.awaitRightResults();
    assertThatAllIsWhole();
  }

  @Test
  void aJobHasItsResultsAlthoughAllWorkersAreKilledAtOnce() throws Exception {
    SampleJob.Submitted job = sample.submit(nodes);
    nodes.awaitUpload();
    for (String kind : Pipeline.STANDARD.workers()) {
      nodes.kill(kind);
    }
    for (String kind : Pipeline.STANDARD.workers()) {
      nodes.start(kind, "");
    }

    job.awaitRightResults();
    assertThat(objects.list("state/aggregator-0/"))
        .extracting(ListedObject::name)
        .anyMatch(name -> name.text().endsWith("/first"))
        .anyMatch(name -> name.text().contains("/manifest-"));
    assertThatAllIsWhole();
  }

  /** While the workers run. */
  private void assertThatAllIsWhole() {
    Outcome verified = Commands.run(CREDENTIALS, "verify", store());
    assertThat(verified.err()).isEmpty();
    assertThat(verified.code()).isZero();
    assertThat(verified.out().lines())
        .hasSizeGreaterThan(Pipeline.STANDARD.workers().size())
        .allMatch(line -> line.endsWith(": whole"));
  }
}
