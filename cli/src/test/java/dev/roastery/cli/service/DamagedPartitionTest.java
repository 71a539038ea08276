package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One partition of two is damaged, and ends every node that tries to have it (O19). */
@Tag("broker")
class DamagedPartitionTest {

  private static final int DEATHS = 5;

  /** It ranks nothing. */
  private static final String QUERY = "high-value-transactions";

  @TempDir private Path folder;

  @Test
  void aPartitionThatEndsEveryNodeIsPutAsideAndTheOthersOfItsNodeGoOn() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(5_000, 24, 3), set, Progress.UNWATCHED).write(2);
    try (PrivateBroker broker = TestBroker.startPrivate(folder.resolve("broker"));
        Service service = Service.overRabbit(folder, broker.uri())) {
      assertThat(service.submit(set, "--watch", "--quiet").await(Service.LIMIT).code()).isZero();
      Outcome.Running maximizer = service.nodes().get(1);
      maximizer.process().destroyForcibly().waitFor();
      Path volume = folder.resolve("volume-maximizer");
      damage(volume.resolve("absolute-0"));

      List<String> node = Service.node("maximizer", folder, broker.uri());
      for (int death = 0; death < DEATHS; death++) {
        Outcome dead = service.start(Map.of(), node).await(Service.LIMIT);
        assertThat(dead.code())
            .as(dead.out() + dead.err())
            .isEqualTo(FatalReason.SNAPSHOT_CORRUPT.exitCode());
      }
      Outcome.Running alive = service.start(Map.of(), node);
      await().atMost(Service.LIMIT).until(() -> owner(service, "maximizer-0").contains(pid(alive)));
      Path out = folder.resolve("out");
      Outcome submitted =
          service
              .submit(set, "--query=" + QUERY, "--watch", "--quiet", "--out=" + out)
              .await(Service.LIMIT);

      assertThat(submitted.code()).as(submitted.err()).isZero();
      assertThat(Service.results(out))
          .containsOnly(Map.entry(QUERY + ".csv", NaiveOracle.results(set).get(QUERY)));
      await().atMost(Service.LIMIT).until(() -> owner(service, "absolute-0").isEmpty());
      assertThat(alive.process().isAlive()).isTrue();
      assertThat(Files.readAllLines(volume.resolve("absolute-0.deaths")))
          .hasSize(DEATHS)
          .allMatch(line -> line.startsWith("SNAPSHOT_CORRUPT: "));
    }
  }

  private static String pid(Outcome.Running node) {
    return "-" + node.process().pid() + "-";
  }

  /** Its name; empty when there is none. */
  private static String owner(Service service, String partition) throws IOException {
    for (JsonNode each : service.get("/v1/workers").required("partitions")) {
      if (each.required("partition").asText().equals(partition)) {
        return each.path("owner").asText("");
      }
    }
    return "";
  }

  private static void damage(Path partition) throws IOException {
    try (Stream<Path> all = Files.walk(partition)) {
      List<Path> snapshots =
          all.filter(file -> file.getFileName().toString().startsWith("snapshot-")).toList();
      assertThat(snapshots).isNotEmpty();
      for (Path snapshot : snapshots) {
        byte[] bytes = Files.readAllBytes(snapshot);
        bytes[bytes.length - 1] ^= 1;
        Files.write(snapshot, bytes);
      }
    }
  }
}
