package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.Outcome;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.testkit.TestBroker;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder or a broker that is not the one that the nodes had. */
@Tag("broker")
class ChangedClusterTest {

  private static final String QUERY = "high-value-transactions";

  @TempDir private Path folder;

  @Test
  void aNodeWithAFolderOfItsOwnEndsBeforeItOwnsAnything() throws Exception {
    try (PrivateBroker broker = TestBroker.startPrivate(folder.resolve("broker"));
        Service service = Service.overRabbit(folder, broker.uri(), List.of("joiner"))) {
      Outcome.Running first = service.nodes().getFirst();
      await().atMost(Service.LIMIT).until(() -> owner(service, "joiner-0").contains(pid(first)));
      assertThat(service.status("/readyz")).as("other stages have no node").isEqualTo(503);
      Outcome waited = service.run(Map.of(), "workers", "--gateway=" + service.url(), "--wait=1s");
      assertThat(waited.code()).isEqualTo(ExitCode.TIMED_OUT.number());
      assertThat(waited.err()).contains("no node owns absolute-0, aggregator-0, aggregator-1");
      List<String> second = new ArrayList<>(Service.node("joiner", folder, broker.uri()));
      second.add("--state=" + folder.resolve("own-folder"));
      second.removeIf(word -> word.endsWith("volume-joiner"));

      Outcome refused = service.start(Map.of(), second).await(Service.LIMIT);

      assertThat(refused.code()).isEqualTo(FatalReason.VOLUME_LOST.exitCode());
      assertThat(refused.err())
          .contains("the nodes of a stage need one common folder (--state)", "own-folder")
          .doesNotContain("is mine");
      assertThat(first.process().isAlive()).isTrue();
    }
  }

  @Test
  void aSecondGatewayEndsOrStandsByAndHarmsNoJob() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(2_000, 24, 3), set, Progress.UNWATCHED).write(2);
    try (PrivateBroker broker = TestBroker.startPrivate(folder.resolve("broker"));
        Service service = Service.overRabbit(folder, broker.uri())) {
      Outcome held =
          service.submit(set, "--query=" + QUERY, "--approval", "--quiet").await(Service.LIMIT);
      assertThat(held.code()).as(held.err()).isZero();
      String job = held.out().strip();

      Outcome other = gateway(service, broker, folder.resolve("other")).await(Service.LIMIT);
      assertThat(other.code()).as(other.err()).isEqualTo(FatalReason.VOLUME_LOST.exitCode());
      assertThat(other.err())
          .contains("one gateway for each virtual host", folder.resolve("other").toString())
          .doesNotContain("listening at", "does not know it");
      Path copy = folder.resolve("copy");
      copy(folder.resolve("volume-gateway"), copy);
      Outcome.Running spare = gateway(service, broker, copy);
      await()
          .atMost(Service.LIMIT)
          .until(() -> Files.readString(spare.err()).contains("waits for collector-0"));
      assertThat(Files.readString(spare.err())).doesNotContain("listening at");
      spare.process().destroyForcibly().waitFor();

      assertThat(service.run(Map.of(), "approve", job, "--gateway=" + service.url()).code())
          .isZero();
      Path out = folder.resolve("out");
      Outcome done =
          service.run(
              Map.of(), "watch", job, "--gateway=" + service.url(), "--quiet", "--out=" + out);
      assertThat(done.code()).as(done.err()).isZero();
      assertThat(Service.results(out))
          .containsOnly(Map.entry(QUERY + ".csv", NaiveOracle.results(set).get(QUERY)));
    }
  }

  private Outcome.Running gateway(Service service, PrivateBroker broker, Path volume)
      throws IOException {
    List<String> words = new ArrayList<>(Service.node("gateway", folder, broker.uri()));
    words.addAll(List.of("--state=" + volume, "--port=0"));
    words.removeIf(word -> word.endsWith("volume-gateway"));
    return service.start(Map.of(), words);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path each : all.toList()) {
        Files.copy(each, to.resolve(from.relativize(each)));
      }
    }
  }

  @Test
  void anEmptiedBrokerEndsAllNodesAndTheDocumentedWayBackFailsTheOpenJob() throws Exception {
    Path large = folder.resolve("large");
    new SampleDataset(new SampleSettings(300_000, 24, 3), large, Progress.UNWATCHED).write(2);
    Path small = folder.resolve("small");
    new SampleDataset(new SampleSettings(2_000, 24, 3), small, Progress.UNWATCHED).write(2);
    try (PrivateBroker broker = TestBroker.startPrivate(folder.resolve("broker"));
        Service service = Service.overRabbit(folder, broker.uri())) {
      Outcome.Running client = service.submit(large, "--quiet");
      String job = service.awaitUploaded(1).id();
      client.process().destroyForcibly().waitFor();

      broker.rabbitmqctl("stop_app");
      broker.rabbitmqctl("reset");
      broker.rabbitmqctl("start_app");

      for (Outcome.Running node : service.nodes()) {
        Outcome ended = node.await(Service.LIMIT);
        assertThat(ended.code()).as(ended.err()).isEqualTo(FatalReason.BROKER_LOST.exitCode());
        assertThat(ended.err()).contains("'A lost broker' in docs/operations.md");
      }
      service.restartAll("--accept-lost-broker");
      Outcome whole = service.run(Map.of(), "workers", "--gateway=" + service.url(), "--wait=60s");
      assertThat(whole.code()).as(whole.err()).isZero();
      assertThat(whole.out()).doesNotContain("has no owner");
      await()
          .atMost(Service.LIMIT)
          .until(() -> service.get("/v1/jobs/" + job).required("state").asText().equals("FAILED"));
      assertThat(service.get("/v1/jobs/" + job).toString())
          .contains("the broker has lost its queues, and with them rows of this job");
      Path out = folder.resolve("out");
      Outcome again =
          service
              .submit(small, "--query=" + QUERY, "--watch", "--quiet", "--out=" + out)
              .await(Service.LIMIT);

      assertThat(again.code()).as(again.err()).isZero();
      assertThat(Service.results(out))
          .containsOnly(Map.entry(QUERY + ".csv", NaiveOracle.results(small).get(QUERY)));
    }
  }

  private static String pid(Outcome.Running node) {
    return "-" + node.process().pid() + "-";
  }

  private static String owner(Service service, String partition) throws Exception {
    for (JsonNode each : service.get("/v1/workers").required("partitions")) {
      if (each.required("partition").asText().equals(partition)) {
        return each.path("owner").asText("");
      }
    }
    return "";
  }
}
