package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Outcome;
import dev.roastery.cli.Repository;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/http.md tells to type does what it says, with curl and nothing else. */
class DocumentedCallsTest {

  @TempDir private Path folder;

  @Test
  void itsCommandsDoAllThatAClientCan() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(600_000, 12, 4), set, Progress.UNWATCHED).write(2);
    Path cwd = Files.createDirectories(folder.resolve("cwd"));
    keepOnly(set.resolve("transactions"), "transactions_202401.csv");
    keepOnly(set.resolve("transaction_items"), "transaction_items_202401.csv");
    Path part = set.resolve("transactions/transactions_202401.csv");
    for (String name : List.of("transactions_202401.csv", "t.csv")) {
      Files.copy(part, cwd.resolve(name));
    }
    Files.copy(set.resolve("stores/stores.csv"), cwd.resolve("stores.csv"));
    List<String> blocks = Repository.all("```sh\\n([^`]*)```", Repository.read("docs/http.md"));
    assertThat(blocks).hasSizeGreaterThan(3);
    String script = "set -euo pipefail\n" + String.join("\n", blocks);

    try (Service service = Service.dev(folder)) {
      Map<String, String> environment =
          Map.of("PATH", System.getenv("PATH"), "ROASTERY_GATEWAY", service.url());
      Outcome outcome =
          Outcome.start(cwd, environment, List.of("bash", "-xc", script)).await(Service.LIMIT);

      assertThat(outcome.code()).as(outcome.out() + outcome.err()).isZero();
      assertThat(cwd.resolve("tpv-by-store.csv"))
          .hasContent(NaiveOracle.results(set).get("tpv-by-store"));
      assertThat(cwd.resolve("resumed.csv"))
          .hasSameBinaryContentAs(cwd.resolve("tpv-by-store.csv"));
      assertThat(outcome.out()).contains("event: completed", "event: cancelled");
      assertThat(service.get("/v1/jobs").path("jobs")).hasSize(3);
    }
  }

  private static void keepOnly(Path folder, String name) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        if (!file.getFileName().toString().equals(name)) {
          Files.delete(file);
        }
      }
    }
  }
}
