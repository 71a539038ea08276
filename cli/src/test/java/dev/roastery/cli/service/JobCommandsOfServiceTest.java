package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import dev.roastery.cli.view.JobKey;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.testkit.TestBroker;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands about jobs and workers, against the service that they are for. */
class JobCommandsOfServiceTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;
  private Service service;

  @Test
  void aJobIsSeenFromItsSubmissionToItsDeletion() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(6_000, 12, 4), set, Progress.UNWATCHED).write(2);
    try (Service dev = Service.dev(folder)) {
      service = dev;
      Files.writeString(set.resolve("stroes.csv"), "a\n");
      Outcome counted = run("submit", set.toString());
      assertThat(counted.err())
          .containsPattern("uploaded \\d+ files, [1-9][\\d,]* rows, \\d+\\.\\d MB")
          .contains("not read, 1: stroes.csv");
      JsonNode submitted =
          JSON.readTree(run("submit", set.toString(), "--approval", "--name=May", "--json").out());
      String job = submitted.path("id").asText();
      assertThat(submitted.path("state").asText()).isEqualTo("WAITING_FOR_APPROVAL");
      assertThat(run("status", job).out()).contains("May", "waiting for approval");
      assertThat(run("approve", job).code()).isZero();

      assertThat(run("watch", job, "--json").out().lines())
          .allSatisfy(line -> assertThat(JSON.readTree(line).has("seq")).isTrue())
          .last()
          .satisfies(line -> assertThat(line).contains("\"completed\""));
      assertThat(JSON.readTree(run("status", job, "--json").out()).path("state").asText())
          .isEqualTo("COMPLETED");
      assertThat(run("results", job, "tpv-by-store", "--format=csv").out())
          .isEqualTo(NaiveOracle.results(set).get("tpv-by-store"));
      assertThat(JSON.readTree(run("results", job, "--json").out()).path("results")).hasSize(5);
      assertThat(run("events", job).out())
          .contains("The workers have all of it", "The result of tpv-by-store");
      assertThat(run("jobs", "--state=completed").out()).contains(JobKey.shortId(job), "May");
      assertThat(run("status", JobKey.shortId(job)).out())
          .contains("completed", " complete")
          .doesNotContain("not known yet")
          .containsPattern("input +\\S+ [kM]B, [1-9][\\d,]* rows");
      assertThat(run("profile", JobKey.shortId(job)).out())
          .containsPattern("completed, .* s, [1-9][\\d,]* rows, \\S+ [kM]B")
          .containsPattern("upload +█+ .* [1-9]\\d* parts")
          .containsPattern("/transaction\\w+\\.csv +█")
          .containsPattern("\naggregator +█+ +\\S+ s +[1-9][\\d,]* rows, .*, CPU ")
          .contains("\n  aggregator-0 ", "shorter parts");
      assertThat(run("cancel", job).code()).isEqualTo(2);
      assertThat(run("delete", job).code()).isZero();
      assertThat(run("status", job).err()).contains("there is no job " + job);
      awaitOwners("aggregator-0", "collector-0");
      assertThat(run("workers").out()).contains("aggregator-0", "collector-0", "alive");
    }
  }

  /** With so little memory that the state of the job is spilled. */
  @Test
  void whatPartitionsTakeOfTheDiskIsShownAsItIsThere() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(6_000, 12, 4), set, Progress.UNWATCHED).write(2);
    try (Service dev = Service.dev(folder, "--memory=1k")) {
      service = dev;
      String job = run("submit", set.toString(), "--approval").out().strip();
      await()
          .atMost(Service.LIMIT)
          .untilAsserted(() -> {
            JsonNode partitions = service.get("/v1/workers").path("partitions");
            assertThat(partitions).isNotEmpty().allSatisfy(this::takesWhatItSays);
            assertThat(partitions)
                .anySatisfy(each -> assertThat(each.path("spilledBytes").asLong()).isPositive())
                .anySatisfy(each -> assertThat(each.path("journalBytes").asLong()).isPositive());
          });

      assertThat(run("workers").out())
          .containsPattern("joiner-0 +[\\d.]+ k?B +[1-9][\\d.]* k?B +[1-9][\\d.]* k?B ");
      assertThat(run("status", job).out()).containsPattern("joiner: .*, [1-9][\\d,]* spilled");
      JsonNode joiner = stage(job, "joiner");
      assertThat(joiner.path("spilledBytes").asLong())
          .isPositive()
          .isLessThanOrEqualTo(spilled(service.get("/v1/workers"), "joiner-"));

      assertThat(run("approve", job).code()).isZero();
      assertThat(run("watch", job).code()).isZero();
      NaiveOracle.results(set)
          .forEach((query, csv) ->
              assertThat(run("results", job, query, "--format=csv").out())
                  .as(query)
                  .isEqualTo(csv));
    }
  }

  private void takesWhatItSays(JsonNode partition) throws IOException {
    String name = partition.path("partition").asText();
    String volume = name.startsWith("collector") ? "state/gateway/partitions" : "state/partitions";
    Path epoch = folder.resolve(volume).resolve(name).resolve("epoch-" + partition.path("epoch"));
    assertThat(epoch).isDirectory(); // not before the partition has an owner
    assertThat(partition.path("journalBytes").asLong()).as(name).isEqualTo(size(epoch, "segment-"));
    assertThat(partition.path("spilledBytes").asLong()).as(name).isEqualTo(size(epoch, "spill-"));
    assertThat(partition.path("snapshotAgeMillis").asLong())
        .as(name)
        .isBetween(0L, age(epoch, "snapshot-") + 1_000);
  }

  private static List<Path> files(Path epoch, String prefix) throws IOException {
    try (Stream<Path> files = Files.list(epoch)) {
      return files.filter(file -> file.getFileName().toString().startsWith(prefix)).toList();
    }
  }

  private static long size(Path epoch, String prefix) throws IOException {
    return files(epoch, prefix).stream().mapToLong(file -> file.toFile().length()).sum();
  }

  /** In milliseconds, of the newest. */
  private static long age(Path epoch, String prefix) throws IOException {
    return System.currentTimeMillis()
        - files(epoch, prefix).stream()
            .mapToLong(file -> file.toFile().lastModified())
            .max()
            .orElse(0);
  }

  private JsonNode stage(String job, String name) throws IOException {
    return service
        .get("/v1/jobs/" + job)
        .path("progress")
        .path("stages")
        .valueStream()
        .filter(stage -> stage.path("stage").asText().equals(name))
        .findAny()
        .orElseThrow();
  }

  private static long spilled(JsonNode workers, String stage) {
    return workers
        .path("partitions")
        .valueStream()
        .filter(each -> each.path("partition").asText().startsWith(stage))
        .mapToLong(each -> each.path("spilledBytes").asLong())
        .sum();
  }

  @Test
  void aCancelledJobEndsWithSeven() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(2_000, 3, 4), set, Progress.UNWATCHED).write(2);
    try (Service dev = Service.dev(folder)) {
      service = dev;
      String job = run("submit", set.toString(), "--approval").out().strip();
      assertThat(run("cancel", job).code()).isZero();
      assertThat(run("watch", job).code()).isEqualTo(7);
      assertThat(run("cancel", job).code()).isZero();
    }
  }

  @Test
  @Tag("broker")
  void aWorkerThatIsKilledIsShownAsLostAndItsPeerAsTheOwner() throws Exception {
    try (PrivateBroker broker = TestBroker.startPrivate(folder.resolve("broker"));
        Service overRabbit = Service.overRabbit(folder, broker.uri())) {
      service = overRabbit;
      List<String> first = Service.node("aggregator", folder, broker.uri());
      awaitOwners("aggregator-0", "aggregator-1");
      String lost = owner("aggregator-0");
      service.start(Map.of(), first);
      await().atMost(Service.LIMIT).until(() -> workers("aggregator", "alive").size() == 2);

      service.nodes().getFirst().process().destroyForcibly();
      await().atMost(Service.LIMIT).until(() -> workers("aggregator", "lost").contains(lost));
      await()
          .atMost(Service.LIMIT)
          .until(() -> workers("aggregator", "alive").contains(owner("aggregator-0")));

      assertThat(owner("aggregator-1")).isEqualTo(owner("aggregator-0")).isNotEqualTo(lost);
      assertThat(run("workers").out()).contains("lost").doesNotContain("has no owner");
      String peer = owner("aggregator-0");
      service.killGateway();
      service.startGateway();
      awaitOwners("aggregator-0", "aggregator-1", "maximizer-0", "absolute-0", "joiner-0");
      assertThat(owner("aggregator-0")).isEqualTo(peer);
    }
  }

  @Test
  @Tag("broker")
  void aStageThatWasNeverStartedIsToldWhileTheClientWaitsAndTheJobGoesOnOnceItIs()
      throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(6_000, 12, 4), set, Progress.UNWATCHED).write(2);
    String missing = "no joiner is running: start one (roastery joiner)";
    try (PrivateBroker broker = TestBroker.startPrivate(folder.resolve("broker"));
        Service overRabbit =
            Service.overRabbit(folder, broker.uri(), List.of("aggregator", "maximizer"))) {
      service = overRabbit;
      Outcome.Running submit = service.submit(set, "--watch");
      await()
          .atMost(Service.LIMIT)
          .until(() -> Files.readString(submit.err()).contains("no progress: " + missing));
      assertThat(run("status", service.newest().id()).out()).contains("stalled: " + missing);
      await()
          .atMost(Service.LIMIT)
          .until(
              () -> run("events", service.newest().id()).out().contains("No progress: " + missing));
      assertThat(submit.process().isAlive()).isTrue();

      service.start(Map.of(), Service.node("joiner", folder, broker.uri()));
      Outcome outcome = submit.await(Service.LIMIT);
      assertThat(outcome.code()).as(outcome.err()).isZero();
      assertThat(run("status", service.newest().id()).out()).doesNotContain("stalled");
    }
  }

  private void awaitOwners(String... partitions) {
    for (String partition : partitions) {
      await().atMost(Service.LIMIT).until(() -> !owner(partition).isEmpty());
    }
  }

  private List<String> workers(String stage, String state) throws Exception {
    return service
        .get("/v1/workers")
        .path("workers")
        .valueStream()
        .filter(worker -> worker.path("stage").asText().equals(stage))
        .filter(worker -> worker.path("state").asText().equals(state))
        .map(worker -> worker.path("node").asText())
        .toList();
  }

  private String owner(String partition) throws Exception {
    return service
        .get("/v1/workers")
        .path("partitions")
        .valueStream()
        .filter(each -> each.path("partition").asText().equals(partition))
        .map(each -> each.path("owner").asText(""))
        .findAny()
        .orElse("");
  }

  private Outcome run(String... words) {
    return Commands.run(Map.of("ROASTERY_GATEWAY", service.url()), words);
  }
}
