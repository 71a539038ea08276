package dev.roastery.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Outcome;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every option of a run can be set by a variable, and a wrong value is refused like the option's.
 */
class RunEnvironmentTest {

  @TempDir private Path folder;
  private Path set;

  @BeforeEach
  void setUp() throws IOException {
    set = folder.resolve("set");
    new SampleDataset(new SampleSettings(2000, 12, 1), set, Progress.UNWATCHED).write(2);
  }

  @Test
  void eachVariableIsItsOption() throws Exception {
    String expected = NaiveOracle.results(set).get("tpv-by-store");
    Path stores = set.resolve("stores/stores.csv");
    Files.writeString(stores, Files.readString(stores) + "x,bad row\n");
    Path out = folder.resolve("out");
    Path state = folder.resolve("state");

    Outcome outcome =
        run(
            Map.of(
                "ROASTERY_RUN_QUERY", "tpv-by-store",
                "ROASTERY_RUN_OUT", out.toString(),
                "ROASTERY_RUN_STATE", state.toString(),
                "ROASTERY_RUN_BAD_ROWS", "skip",
                "ROASTERY_RUN_MAX_BAD_ROWS", "1",
                "ROASTERY_RUN_THREADS", "3",
                "ROASTERY_RUN_QUIET", "true"));

    assertThat(outcome).isEqualTo(new Outcome(0, "", ""));
    assertThat(RunProcess.names(out)).containsExactly("rejected-rows.csv", "tpv-by-store.csv");
    assertThat(out.resolve("tpv-by-store.csv")).hasContent(expected);
    assertThat(RunProcess.names(state.resolve("partitions"))).contains("aggregator-2");
  }

  @Test
  void formatAndTablesAreVariablesToo() throws Exception {
    Path tables = folder.resolve("tables.json");
    Files.writeString(tables, "{\"tables\":{\"stores\":{\"columns\":{\"store_id\":\"whole\"}}}}");
    Path query = folder.resolve("count.json");
    Files.writeString(
        query,
        """
        { "name": "count", "from": "stores", "measures": { "stores": { "count": "*" } },
          "select": ["stores"] }
        """);
    long stores = Files.readAllLines(set.resolve("stores/stores.csv")).size() - 1L;

    Outcome outcome =
        run(
            Map.of(
                "ROASTERY_RUN_TABLES",
                tables.toString(),
                "ROASTERY_RUN_QUERY",
                query.toString(),
                "ROASTERY_RUN_FORMAT",
                "csv",
                "ROASTERY_RUN_QUIET",
                "true"));

    assertThat(outcome).isEqualTo(new Outcome(0, "stores\n" + stores + "\n", ""));
  }

  @Test
  void aWrongValueIsUsage() throws Exception {
    for (Map<String, String> wrong :
        Map.of(
                "ROASTERY_RUN_THREADS", "65",
                "ROASTERY_RUN_FORMAT", "xml",
                "ROASTERY_RUN_BAD_ROWS", "ignore",
                "ROASTERY_RUN_QUERY", "tpv-by-stores")
            .entrySet()
            .stream()
            .map(entry -> Map.of(entry.getKey(), entry.getValue()))
            .toList()) {
      Outcome outcome = run(wrong);
      assertThat(outcome.code()).as("%s", wrong).isEqualTo(2);
      assertThat(outcome.err()).startsWith("roastery: ").contains(wrong.values());
    }
  }

  private Outcome run(Map<String, String> environment) throws IOException, InterruptedException {
    return RunProcess.in(folder).start(environment, set.toString()).await();
  }
}
