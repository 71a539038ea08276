package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.roastery.cli.Outcome;
import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.rabbit.RabbitSettings;
import dev.roastery.common.broker.rabbit.RabbitTransport;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.storage.DurableFiles;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.testkit.TestBroker;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Messages of a job vanish behind the broker's promises (SAFE-02): the job fails, says what is
 * missing, and the cluster goes on. The workers of the first stage are away while a job is
 * uploaded, so that all of it is in their queues.
 */
@Tag("broker")
class LostMessagesOfJobsTest {

  private static final String QUERY = "high-value-transactions";
  private static final String QUEUE = "roastery.aggregator-0";
  private static final String[] CONSUMERS = {"list_consumers", "-q", "queue_name"};
  private static final String CONSUMED = "roastery.aggregator-";

  @TempDir private static Path folder;

  private static Path set;
  private static PrivateBroker broker;
  private static Service service;
  private static Outcome.Running aggregator;

  @BeforeAll
  static void start() throws Exception {
    set = folder.resolve("set");
    new SampleDataset(new SampleSettings(2_000, 24, 3), set, Progress.UNWATCHED).write(2);
    broker = TestBroker.startPrivate(folder.resolve("broker"));
    service =
        Service.overRabbit(
            folder,
            broker.uri(),
            Map.of("ROASTERY_FAIL_STALLED_AFTER", "PT3S"),
            List.of("maximizer", "joiner"));
    startAggregator();
  }

  @AfterAll
  static void close() {
    service.close();
    broker.close();
  }

  private static void startAggregator(String... options) throws IOException {
    List<String> node = new ArrayList<>(Service.node("aggregator", folder, broker.uri()));
    node.addAll(List.of(options));
    aggregator = service.start(Map.of(), node);
    await().atMost(Service.LIMIT).until(() -> service.status("/readyz") == 200);
  }

  /** A job that runs, with everything that it sent still in the queues. */
  private static String runningJob() throws Exception {
    aggregator.process().destroyForcibly().waitFor();
    // What the broker sends to the dead node before it notices comes back to the queue later.
    await().atMost(Service.LIMIT).until(() -> !broker.rabbitmqctl(CONSUMERS).contains(CONSUMED));
    Outcome submitted = service.submit(set, "--quiet").await(Service.LIMIT);
    assertThat(submitted.code()).as(submitted.err()).isZero();
    String job = service.newest().id();
    await().atMost(Service.LIMIT).until(() -> state(job).equals("RUNNING"));
    return job;
  }

  private static String state(String job) throws IOException {
    return view(job).required("state").asText();
  }

  private static JsonNode view(String job) throws IOException {
    return service.get("/v1/jobs/" + job);
  }

  private static String failure(String job) throws IOException {
    await().atMost(Service.LIMIT).until(() -> state(job).equals("FAILED"));
    return view(job).required("reason").asText();
  }

  private static void assertTheClusterGoesOn() throws Exception {
    Path out = folder.resolve("out-" + System.nanoTime());
    Outcome next =
        service
            .submit(set, "--query=" + QUERY, "--watch", "--quiet", "--out=" + out)
            .await(Service.LIMIT);
    assertThat(next.code()).as(next.err()).isZero();
    assertThat(Service.results(out))
        .containsOnly(Map.entry(QUERY + ".csv", NaiveOracle.results(set).get(QUERY)));
  }

  /** For longer than the limit: its messages wait in their queues, so it does not fail. */
  @Test
  void aJobThatOnlyWaitsForAnOwnerCompletes() throws Exception {
    String job = runningJob();
    await().atMost(Service.LIMIT).until(() -> service.status("/readyz") == 503);
    assertThat(state(job)).isEqualTo("RUNNING");

    startAggregator();

    await().atMost(Service.LIMIT).until(() -> state(job).equals("COMPLETED"));
  }

  @Test
  void aPurgedQueueFailsTheJobWithWhatIsMissing() throws Exception {
    String job = runningJob();
    broker.rabbitmqctl("purge_queue", QUEUE);

    startAggregator();

    assertThat(failure(job))
        .startsWith("messages of this job are lost (")
        .contains("END of sender 0 of stream", "a queue was purged");
    assertTheClusterGoesOn();
  }

  @Test
  void aMessageThatAPolicyOfTheBrokerRemovesFailsTheJob() throws Exception {
    aggregator.process().destroyForcibly().waitFor();
    broker.rabbitmqctl(
        "set_policy", "--apply-to", "queues", "ttl", "^" + QUEUE + "$", "{\"message-ttl\":1}");
    try {
      // Whether the upload is refused, or ends just before the first message is gone, is chance.
      var _ = service.submit(set, "--quiet").await(Service.LIMIT);
      String job = service.newest().id();
      // It has failed when all partitions have answered; the policy removes that question, too.
      await().atMost(Service.LIMIT).until(() -> state(job).equals("FAILING"));
      assertThat(view(job).required("reason").asText())
          .startsWith("roastery.dead: the broker has given up ");
    } finally {
      broker.rabbitmqctl("clear_policy", "ttl");
    }

    startAggregator();
    assertTheClusterGoesOn();
  }

  @Test
  void aMessageThatCannotBeReadFailsItsJobAlone() throws Exception {
    String job = runningJob();
    broker.rabbitmqctl("purge_queue", QUEUE); // the job must not be done before
    RabbitSettings settings = RabbitSettings.of(broker.uri(), "a-stranger");
    try (RabbitTransport transport =
        RabbitTransport.connect(
            settings,
            fatal -> {
              throw fatal;
            })) {
      byte[] rubbish = "rubbish".getBytes(StandardCharsets.UTF_8);
      boolean[] confirmed = {false};
      transport.publish(
          QUEUE, new Parcel(rubbish, "id", "BATCH", job, "x"), () -> confirmed[0] = true);
      await().atMost(Service.LIMIT).until(() -> confirmed[0]);
    }

    startAggregator();

    assertThat(failure(job))
        .startsWith("aggregator-0: a message of this job in queue " + QUEUE + " cannot be read: ");
    assertTheClusterGoesOn();
  }

  @Test
  void aFailedJobThatIsRetriedHasTheRightResultsWhateverComesOfItsFirstAttempt() throws Exception {
    String job = runningJob();
    broker.rabbitmqctl("purge_queue", QUEUE);
    startAggregator();
    assertThat(failure(job)).startsWith("messages of this job are lost (");
    List<String> retry = List.of("retry", job, "--gateway=" + service.url());
    Outcome begun = service.start(Map.of(), retry).await(Service.LIMIT);
    assertThat(begun.code()).as(begun.err()).isZero();
    assertThat(begun.err())
        .contains("attempt 2", "the gateway does not keep the rows of a job", "retry " + job);

    JobId first = JobId.parse(job).orElseThrow();
    sendAll(
        new Message.Fail(first, "aggregator-0", "late"),
        new Message.Gone(first, "aggregator-0"),
        new Message.Job(first, "{}"),
        new Message.Batch(new BatchId(first, "transactions", 0, 0), new byte[] {1, 2, 3}),
        new Message.End(first, "transactions", 0, 1, 1),
        new Message.Abort(first, "late"),
        new Message.Close(first));
    Outcome retried =
        service
            .start(Map.of(), List.of("retry", job, set.toString(), "--gateway=" + service.url()))
            .await(Service.LIMIT);
    assertThat(retried.code()).as(retried.err()).isZero();
    Path out = folder.resolve("retried");
    Outcome watched =
        service
            .start(
                Map.of(),
                List.of("watch", job, "--quiet", "--gateway=" + service.url(), "--out=" + out))
            .await(Service.LIMIT);

    assertThat(watched.code()).as(watched.err()).isZero();
    Map<String, String> expected = new TreeMap<>();
    NaiveOracle.results(set).forEach((query, csv) -> expected.put(query + ".csv", csv));
    assertThat(Service.results(out)).isEqualTo(expected);
    assertThat(view(job).required("attempt").asInt()).isEqualTo(2);
  }

  /** To every partition's queue and to the gateway's. */
  private static void sendAll(Message... messages) {
    RabbitSettings settings = RabbitSettings.of(broker.uri(), "a-stranger");
    AtomicInteger confirmed = new AtomicInteger();
    try (RabbitTransport transport =
        RabbitTransport.connect(
            settings,
            fatal -> {
              throw fatal;
            })) {
      List<String> queues =
          List.of(
              QUEUE,
              "roastery.aggregator-1",
              "roastery.maximizer-0",
              "roastery.absolute-0",
              "roastery.joiner-0",
              "roastery.collector-0",
              "roastery.gateway");
      for (String queue : queues) {
        for (Message each : messages) {
          transport.publish(queue, Parcel.of(each, "a-stranger"), confirmed::incrementAndGet);
        }
      }
      await().atMost(Service.LIMIT).until(() -> confirmed.get() == queues.size() * messages.length);
    }
  }

  @Test
  void theAcceptedLossOfAVolumeFailsTheJobThatRan() throws Exception {
    String job = runningJob();
    DurableFiles.deleteFolder(new FileDisk(folder.resolve("volume-aggregator")), "aggregator-0");
    broker.rabbitmqctl("purge_queue", QUEUE); // what it had acknowledged was on the volume only

    startAggregator("--accept-lost-volume=aggregator-0");

    assertThat(failure(job)).contains("the volume of a partition was lost");
    assertTheClusterGoesOn();
  }
}
