package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.gateway.jobs.service.JobProfile;
import dev.roastery.gateway.jobs.service.JobProfile.StageTime;
import dev.roastery.gateway.jobs.service.JobProfile.Takeover;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.trace.TestCollector;
import dev.roastery.gateway.trace.Traces;
import dev.roastery.testkit.workflow.SimulatedHost;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of jobs, as a collector gets them from a gateway. */
class TracesTest {

  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
  private static final String CALLER = "00f067aa0ba902b7";
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir private Path folder;
  private TestCollector collector;

  @BeforeEach
  void open() throws IOException {
    collector = new TestCollector();
  }

  @AfterEach
  void close() {
    collector.close();
  }

  private Door door(URI address) {
    return new Door(folder, Door.SETTINGS.tracedTo(address));
  }

  private static UUID completed(Door door, JobRequest request) throws IOException {
    UUID job = door.create(request);
    for (String table : door.view(job).tables()) {
      door.put(job, table + "/p.csv", new byte[0]);
    }
    door.jobs().seal(Door.CLIENT, job);
    assertThat(door.finished(job).state()).isEqualTo(JobState.COMPLETED);
    return job;
  }

  private Path mark(UUID job) {
    return folder.resolve("gateway/jobs/" + job + "/trace");
  }

  private void awaitMark(UUID job) {
    await().atMost(LIMIT).until(() -> Files.exists(mark(job)));
  }

  private static String hex(ByteString id) {
    return HexFormat.of().formatHex(id.toByteArray());
  }

  @Test
  void aJobIsOneTraceWithASpanOfEachPartAndStage() throws IOException {
    try (Door door = door(collector.address())) {
      JobRequest request = JobRequest.standard().tracedBy("00-" + TRACE + "-" + CALLER + "-01");
      UUID job = completed(door, request);
      awaitMark(job);

      List<Span> spans = TestCollector.spans(collector.bodies().getLast());
      Span root = spans.getFirst();
      assertThat(root.getName()).isEqualTo("job");
      assertThat(root.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
      assertThat(hex(root.getParentSpanId())).isEqualTo(CALLER);
      assertThat(root.getStatus().getCode()).isEqualTo(Status.StatusCode.STATUS_CODE_OK);
      assertThat(root.getAttributesList())
          .anySatisfy(each -> {
            assertThat(each.getKey()).isEqualTo("roastery.job");
            assertThat(each.getValue().getStringValue()).isEqualTo(job.toString());
          });
      assertThat(root.getEventsList())
          .extracting(Span.Event::getName)
          .containsExactly("sealed", "running");
      assertThat(spans)
          .allSatisfy(span -> {
            assertThat(hex(span.getTraceId())).isEqualTo(TRACE);
            assertThat(span.getSpanId().size()).isEqualTo(8);
            assertThat(span.getStartTimeUnixNano()).isPositive();
            assertThat(span.getEndTimeUnixNano())
                .isGreaterThanOrEqualTo(span.getStartTimeUnixNano());
          });
      assertThat(spans).extracting(Span::getSpanId).doesNotHaveDuplicates();
      assertThat(spans.subList(1, spans.size()))
          .allSatisfy(span -> assertThat(span.getParentSpanId()).isEqualTo(root.getSpanId()))
          .extracting(Span::getName)
          .contains("part stores/p.csv", "part transactions/p.csv")
          .endsWith(
              "stage aggregator",
              "stage maximizer",
              "stage absolute",
              "stage joiner",
              "stage collector")
          .hasSize(door.view(job).tables().size() + 5);
      assertThat(door.jobs().census().tracesSent()).isEqualTo(1);
    }
  }

  @Test
  void afterARestartTheSameTraceIsSentUntilTheCollectorHasIt() throws IOException {
    collector.answers(503);
    try (Door door = door(collector.address())) {
      UUID job = completed(door, JobRequest.standard());
      await().atMost(LIMIT).until(() -> !collector.bodies().isEmpty());
      assertThat(mark(job)).doesNotExist();
      door.restart();
      collector.answers(200);
      awaitMark(job);

      assertThat(collector.bodies().getLast()).isEqualTo(collector.bodies().getFirst());
      int requests = collector.bodies().size();
      Files.delete(mark(job)); // as a crash after the answer
      door.restart();
      awaitMark(job);
      assertThat(collector.bodies()).hasSize(requests + 1);
      assertThat(collector.bodies().getLast()).isEqualTo(collector.bodies().getFirst());

      door.restart();
      UUID later = completed(door, JobRequest.standard());
      awaitMark(later);
      assertThat(collector.bodies()).hasSize(requests + 2);
    }
  }

  @Test
  void aCollectorThatIsNotThereFailsNoJob() throws IOException {
    try (Door door = door(URI.create("http://127.0.0.1:1"))) {
      UUID job = completed(door, JobRequest.standard());
      await().atMost(LIMIT).until(() -> door.jobs().census().traceFailures() > 0);

      assertThat(door.view(job).state()).isEqualTo(JobState.COMPLETED);
      assertThat(door.jobs().census().tracesSent()).isZero();
      door.jobs().delete(Door.CLIENT, job);
    }
  }

  @Test
  void whatTheCollectorRefusesIsNotSentAgain() throws IOException {
    collector.answers(400);
    try (Door door = door(collector.address())) {
      UUID refused = completed(door, JobRequest.standard());
      await().atMost(LIMIT).until(() -> door.jobs().census().traceFailures() == 1);
      collector.answers(200);
      UUID taken = completed(door, JobRequest.standard());
      awaitMark(taken);

      assertThat(collector.bodies()).hasSize(2);
      assertThat(collector.bodies().getLast()).doesNotContain(refused.toString());
      assertThat(mark(refused)).doesNotExist();
    }
  }

  @Test
  void aFailedJobAndItsTakeoversAreInItsTrace() throws IOException {
    SimulatedHost host = new SimulatedHost(1_700_000_000_000L);
    MachineTrial trial = new MachineTrial(folder, host);
    trial.machine.start();
    UUID job = trial.create();
    trial.machine.fail(trial.facts(job).id(), "no memory");
    try (Traces traces = traces(host, profile(job, 1, JobState.FAILED))) {
      traces.look(trial.facts(job));
      await().atMost(LIMIT).until(() -> traces.sent() == 1);
    }
    List<Span> spans = TestCollector.spans(collector.bodies().getFirst());
    assertThat(spans).hasSize(2);
    assertThat(spans.getFirst().getStatus().getCode())
        .isEqualTo(Status.StatusCode.STATUS_CODE_ERROR);
    assertThat(spans.getFirst().getStatus().getMessage()).isEqualTo("no memory");
    assertThat(spans.getLast().getAttributesList())
        .as("unknown amounts are absent")
        .extracting(KeyValue::getKey)
        .doesNotContain("roastery.rows", "roastery.cpu_ms");
    Span.Event moved = spans.getLast().getEvents(0);
    assertThat(moved.getName()).isEqualTo("partition_moved");
    assertThat(moved.getAttributesList())
        .anySatisfy(each -> assertThat(each.getValue().getStringValue()).isEqualTo("joiner-1"))
        .anySatisfy(each -> assertThat(each.getValue().getIntValue()).isEqualTo(400));
    assertThat(Files.readString(mark(folder, job), UTF_8)).isEqualTo("sent 1\n");
  }

  private Traces traces(SimulatedHost host, JobProfile profile) {
    return new Traces(
        collector.address(),
        new FileDisk(folder),
        () -> Instant.ofEpochMilli(host.nowMillis()),
        _ -> profile,
        fatal -> {
          throw fatal;
        });
  }

  private static JobProfile profile(UUID job, int attempt, JobState state) {
    Instant at = Instant.ofEpochSecond(1_700_000_001);
    return new JobProfile(
        job,
        attempt,
        state,
        at,
        null,
        null,
        at.plusSeconds(1),
        1_000,
        0,
        0,
        0,
        List.of(),
        List.of(new StageTime("joiner", null, null, null, null, null, null, List.of())),
        List.of(),
        List.of(new Takeover(at, "joiner-1", "a", "b", 400L)));
  }

  @Test
  void aJobThatHasBegunAgainMeanwhileHasNoTraceOfTwoAttempts() throws IOException {
    SimulatedHost host = new SimulatedHost(1_700_000_000_000L);
    MachineTrial trial = new MachineTrial(folder, host);
    trial.machine.start();
    for (JobState state : List.of(JobState.FAILED, JobState.RUNNING)) {
      UUID job = trial.create();
      trial.machine.fail(trial.facts(job).id(), "no memory");
      int attempt = state == JobState.FAILED ? 2 : 1;
      AtomicInteger asked = new AtomicInteger();
      try (Traces traces =
          new Traces(
              collector.address(),
              new FileDisk(folder),
              () -> Instant.ofEpochMilli(host.nowMillis()),
              _ ->
                  asked.incrementAndGet() == 1
                      ? profile(job, attempt, state)
                      : profile(job, 1, JobState.FAILED),
              fatal -> {
                throw fatal;
              })) {
        int before = collector.bodies().size();
        await()
            .atMost(LIMIT)
            .until(() -> {
              traces.look(trial.facts(job));
              return traces.sent() == 1;
            });
        assertThat(asked).as("the first was of another attempt").hasValue(2);
        assertThat(collector.bodies()).hasSize(before + 1);
        assertThat(traces.failures()).isZero();
      }
    }
  }

  private static Path mark(Path state, UUID job) {
    return state.resolve("jobs/" + job + "/trace");
  }
}
