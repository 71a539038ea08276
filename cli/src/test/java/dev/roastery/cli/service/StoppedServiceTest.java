package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.cli.Outcome;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.testkit.TestBroker;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SIGTERM: a process that gets it stops cleanly, and resumes when it is started again. */
class StoppedServiceTest {

  @TempDir private static Path shared;
  private static Path set;
  private static SortedMap<String, String> expected;

  @TempDir private Path folder;

  @BeforeAll
  static void generate() throws Exception {
    set = shared.resolve("set");
    new SampleDataset(new SampleSettings(60_000, 24, 3), set, Progress.UNWATCHED).write(2);
    expected = new TreeMap<>();
    NaiveOracle.results(set).forEach((query, csv) -> expected.put(query + ".csv", csv));
  }

  @Test
  void aClientDoesNotNoticeThatAllOfTheServiceWasStoppedAndStarted() throws Exception {
    try (Service service = Service.dev(folder)) {
      stoppedWhileUploading(service);
    }
  }

  @Test
  void whatWasComputingWhenItWasStoppedIsFinishedWithoutItsClient() throws Exception {
    try (Service service = Service.dev(folder)) {
      Outcome submitted = service.submit(set, "--quiet").await(Service.LIMIT);
      assertThat(submitted.code()).as(submitted.err()).isZero();
      stop(service.gateway());
      service.startGateway();

      Path out = folder.resolve("out");
      Outcome watched =
          service.run(
              Map.of(),
              "watch",
              submitted.out().strip(),
              "--gateway=" + service.url(),
              "--quiet",
              "--out=" + out);
      assertThat(watched.code()).as(watched.err()).isZero();
      assertThat(Service.results(out)).isEqualTo(expected);
    }
  }

  @Test
  @Tag("broker")
  void aGatewayIsStoppedMidUploadAndEveryNodeEndsAlsoWhenTheBrokerIsAway() throws Exception {
    try (PrivateBroker broker = TestBroker.startPrivate(folder.resolve("broker"));
        Service service = Service.overRabbit(folder, broker.uri())) {
      stoppedWhileUploading(service);

      broker.kill();
      // Those that own nothing any more are the ones who wait for the broker.
      await().atMost(Service.LIMIT).until(() -> service.status("/readyz") == 503);
      for (Outcome.Running node : service.nodes()) {
        stop(node);
      }
    }
  }

  @Test
  @Tag("broker")
  void whileTheGatewayIsAwayTheStagesFinishAndTheResultsWait() throws Exception {
    try (PrivateBroker broker = TestBroker.startPrivate(folder.resolve("broker"));
        Service service =
            Service.overRabbit(folder, broker.uri(), List.of("aggregator", "joiner"))) {
      Process maximizer = service.patientNode("maximizer", folder, broker);
      Outcome submitted = service.submit(set, "--approval", "--quiet").await(Service.LIMIT);
      assertThat(submitted.code()).as(submitted.err()).isZero();
      String job = submitted.out().strip();
      Service.signal("STOP", maximizer);
      Outcome approved = service.run(Map.of(), "approve", job, "--gateway=" + service.url());
      assertThat(approved.code()).as(approved.err()).isZero();
      await().atMost(Service.LIMIT).until(() -> service.newest().state().equals("RUNNING"));
      service.killGateway();
      Service.signal("CONT", maximizer);

      // Four results come through the maximizer, each at least a batch and an END; the fifth may
      // have
      // come before. And every stage has handled all that it got.
      await()
          .atMost(Service.LIMIT)
          .until(() -> {
            SortedMap<String, Long> messages = messages(broker);
            return messages.getOrDefault("roastery.collector-0", 0L) >= 8
                && messages.entrySet().stream()
                    .filter(queue -> isStageQueue(queue.getKey()))
                    .allMatch(queue -> queue.getValue() == 0);
          });
      service.startGateway();
      Path out = folder.resolve("out");
      Outcome watched =
          service.run(
              Map.of(), "watch", job, "--gateway=" + service.url(), "--quiet", "--out=" + out);
      assertThat(watched.code()).as(watched.err()).isZero();
      assertThat(Service.results(out)).isEqualTo(expected);
    }
  }

  private static boolean isStageQueue(String queue) {
    return queue.matches("roastery\\.(aggregator|maximizer|absolute|joiner)-[0-9]+");
  }

  /** Ready and unacknowledged, by queue. */
  private static SortedMap<String, Long> messages(PrivateBroker broker) {
    SortedMap<String, Long> messages = new TreeMap<>();
    for (String line : broker.rabbitmqctl("list_queues", "name", "messages").lines().toList()) {
      String[] words = line.split("\t", -1);
      if (words.length == 2 && words[1].matches("[0-9]+")) {
        messages.put(words[0], Long.valueOf(words[1]));
      }
    }
    return messages;
  }

  private void stoppedWhileUploading(Service service) throws Exception {
    Path out = folder.resolve("out");
    Outcome.Running client = service.submit(set, "--watch", "--quiet", "--out=" + out);
    service.awaitUploaded(Service.bytes(set) / 3);
    stop(service.gateway());
    service.startGateway();
    Outcome outcome = client.await(Service.LIMIT);

    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(Service.results(out)).isEqualTo(expected);
  }

  /** The limit of a hang; that it takes five seconds at most is measured, and not asserted. */
  private static void stop(Outcome.Running node) throws Exception {
    node.process().destroy();
    Outcome outcome = node.await(Duration.ofSeconds(30));
    assertThat(outcome.code()).as(outcome.out() + outcome.err()).isZero();
  }
}
