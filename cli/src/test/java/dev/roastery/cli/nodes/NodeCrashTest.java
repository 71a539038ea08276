package dev.roastery.cli.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.roastery.common.fault.CrashPoint;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.testkit.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The gateway and each kind of worker die at crash points while a job is under way over RabbitMQ,
 * and are started again; the job has the results of the embedded run. Each crash has a job of its
 * own, and asks a SELECT that the joiner groups again besides the built-in queries. {@code
 * -Droastery.process.all=true} crashes each process at each point that it passes.
 */
@Tag("broker")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeCrashTest {

  private static final boolean ALL = Boolean.getBoolean("roastery.process.all");

  /** A crash with a chunk in the buffer, which the next life has to replay. */
  private static final String MID_STREAM = CrashPoint.AFTER_CHUNK.name();

  private static final Set<CrashPoint> OF_THE_GATEWAY =
      EnumSet.range(CrashPoint.GATEWAY_BEFORE_JOB_RECORD, CrashPoint.WORKFLOW_AFTER_STEP);

  /** What a node passes when it takes a partition over, also without a job. */
  private static final Set<CrashPoint> OF_A_TAKEOVER =
      EnumSet.of(
          CrashPoint.WITHIN_APPEND,
          CrashPoint.SNAPSHOT_TMP_WRITTEN,
          CrashPoint.SNAPSHOT_FORCED,
          CrashPoint.SNAPSHOT_RENAMED,
          CrashPoint.SNAPSHOT_DURABLE,
          CrashPoint.RECOVERY_EPOCH_CLAIMED,
          CrashPoint.RECOVERY_SNAPSHOT_LOADED,
          CrashPoint.RECOVERY_MID_REPLAY,
          CrashPoint.RECOVERY_TAIL_COPIED_FORWARD,
          CrashPoint.RECOVERY_BEFORE_REPUBLISH);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private static Path folder;

  private PrivateBroker broker;
  private Nodes nodes;
  private SampleJob sample;

  record Injection(String kind, CrashPoint point) {

    @Override
    public String toString() {
      return kind + " at " + point;
    }
  }

  static List<Injection> injections() {
    return ALL ? all() : some();
  }

  /** One of each sort, each process at least once. */
  private static List<Injection> some() {
    return List.of(
        new Injection(Nodes.GATEWAY, CrashPoint.GATEWAY_MID_UPLOAD),
        new Injection(Nodes.GATEWAY, CrashPoint.FORCED_BEFORE_ACK),
        new Injection(Nodes.GATEWAY, CrashPoint.RESULT_STORED_BEFORE_NOTIFY),
        new Injection("aggregator", CrashPoint.WITHIN_APPEND),
        new Injection("aggregator", CrashPoint.RECOVERY_MID_REPLAY),
        new Injection("aggregator", CrashPoint.AFTER_SEND_END),
        new Injection("maximizer", CrashPoint.SNAPSHOT_RENAMED),
        new Injection("maximizer", CrashPoint.PUBLISHED_ONE_OF_MANY),
        new Injection("maximizer", CrashPoint.GRACEFUL_STOP),
        new Injection("joiner", CrashPoint.BETWEEN_JOIN_INPUTS),
        new Injection("joiner", CrashPoint.AFTER_PROCESS_BEFORE_COMMIT),
        new Injection("joiner", CrashPoint.FINISHED_BEFORE_CLEANUP));
  }

  private static List<Injection> all() {
    List<Injection> all = new ArrayList<>();
    for (String kind : Nodes.kinds()) {
      for (CrashPoint point : CrashPoint.values()) {
        if (passes(kind, point)) {
          all.add(new Injection(kind, point));
        }
      }
    }
    return all;
  }

  private static boolean passes(String kind, CrashPoint point) {
    boolean isGateway = kind.equals(Nodes.GATEWAY);
    return switch (point) {
      case SEGMENT_ROLLED -> false; // after 64 MiB
      case TAKEOVER_JOURNAL_SEALED, TAKEOVER_EPOCH_SEALED -> false; // with an object store only
      case LAST_BATCH_AFTER_END -> false; // RabbitMQ keeps the order of one sender's messages
      case WITHIN_TRIM -> !kind.equals("maximizer"); // after more messages than it gets here
      // The collector sends nothing but what it was asked for.
      case PUBLISHED_ONE_OF_MANY, BEFORE_SEND_END, AFTER_SEND_END, END_SENT_BEFORE_COORDINATION ->
          !isGateway;
      default -> isGateway || !OF_THE_GATEWAY.contains(point);
    };
  }

  @BeforeAll
  void start() throws Exception {
    sample = SampleJob.generate(folder.resolve("sample"), 20_000);
    broker = TestBroker.startPrivate(folder.resolve("broker"));
    nodes = new Nodes(folder.resolve("nodes"), broker.uri());
  }

  @AfterAll
  void stop() {
    nodes.close();
    broker.close();
  }

  @ParameterizedTest
  @MethodSource("injections")
  void aJobHasItsResultsWhereverAProcessDies(Injection injection) throws Exception {
    String kind = injection.kind();
    boolean takesOver = OF_A_TAKEOVER.contains(injection.point());
    nodes.arm(kind, takesOver ? MID_STREAM : injection.point().name());
    nodes.awaitOwner(kind);
    SampleJob.Submitted job = sample.submit(nodes);

    if (injection.point() == CrashPoint.GRACEFUL_STOP) {
      nodes.signal(kind, "TERM");
    }
    nodes.awaitCrash(kind);
    if (takesOver) {
      nodes.armAgain(kind, injection.point().name());
      nodes.awaitCrash(kind);
    }
    nodes.start(kind, "");

    job.awaitRightResults();
    assertThat(Nodes.kinds()).allMatch(nodes::isRunning);
  }

  /** The gateway is started again between the takeover and the last look. */
  @Test
  void aTakeoverIsAnEventOfTheJobs() throws Exception {
    nodes.awaitWhole(Instant.now());
    String job = nodes.create("{\"approval\":true}");
    Instant killed = Instant.now();
    nodes.kill("aggregator");
    nodes.start("aggregator", "");
    nodes.awaitMoves(job, "aggregator", 2);
    long passed = Duration.between(killed, Instant.now()).toMillis();

    nodes.arm(Nodes.GATEWAY, "");
    nodes.awaitWhole(Instant.now());
    List<JsonNode> moves = nodes.awaitMoves(job, "aggregator", 2);
    assertThat(moves)
        .extracting(move -> move.path("partition").asText())
        .containsExactlyInAnyOrder("aggregator-0", "aggregator-1");
    for (JsonNode move : moves) {
      assertThat(move.path("from").asText()).startsWith("aggregator@");
      assertThat(move.path("to").asText())
          .startsWith("aggregator@")
          .isNotEqualTo(move.path("from").asText());
      assertThat(move.path("epoch").asLong()).isGreaterThan(1);
      // The last sign of the old owner is a heartbeat, of which there is one a second.
      assertThat(move.path("millis").asLong()).isBetween(0L, passed + 2_000);
      assertThat(move.path("text").asText()).contains("moved from", "nothing counted twice");
    }
  }

  /** It dies several steps into a sort in files, of which the next life knows nothing. */
  @Test
  void aJobHasItsResultAlsoWhenTheJoinerDiesWhileItGroupsAgain() throws Exception {
    nodes.arm("joiner", CrashPoint.AFTER_APPLY_BEFORE_PUBLISH + ":12");
    nodes.awaitOwner("joiner");
    SampleJob.Submitted job = sample.submitSelect(nodes);

    nodes.awaitCrash("joiner");
    nodes.start("joiner", "");

    job.awaitRightResults();
  }
}
