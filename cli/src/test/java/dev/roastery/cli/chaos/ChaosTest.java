package dev.roastery.cli.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.cli.Main;
import dev.roastery.cli.chaos.target.ChaosTarget;
import dev.roastery.cli.chaos.target.ProcessTarget;
import dev.roastery.testkit.TestBroker;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Faults on purpose, to real processes and a real RabbitMQ; and that the verdict can be bad. */
class ChaosTest {

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void theResultsOfTheEmbeddedRunAreNoComplaint() throws IOException {
    ExpectedDigests expected = ExpectedDigests.of(folder, results("a", "id,sum\n1,2\n"));
    assertThat(expected.complaint(results("b", "id,sum\n1,2\n"))).isEmpty();
  }

  @Test
  void aWrongByteIsAComplaint() throws IOException {
    ExpectedDigests expected = ExpectedDigests.of(folder, results("a", "id,sum\n1,2\n"));
    assertThat(expected.complaint(results("b", "id,sum\n1,3\n"))).contains("tpv.csv has SHA-256");
  }

  @Test
  void aResultTooManyOrTooFewIsAComplaint() throws IOException {
    ExpectedDigests expected = ExpectedDigests.of(folder, results("a", "id,sum\n1,2\n"));
    Path more = results("b", "id,sum\n1,2\n");
    Files.writeString(more.resolve("other.csv"), "id\n");
    assertThat(expected.complaint(more)).contains("other.csv");
    assertThat(expected.complaint(Files.createDirectories(folder.resolve("none")))).contains("[]");
  }

  @Test
  void whatCannotBeDoneIsSaidBeforeAnythingIsStarted() {
    assertThat(chaos("--processes", "--faults", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("set --jobs");
    assertThat(chaos("--processes", "--every", "soon", "--dir", folder + "/new")).isEqualTo(2);
    assertThat(folder.resolve("new")).doesNotExist();
    assertThat(chaos("--faults", "3")).isEqualTo(2);
    assertThat(chaos("--compose", "--store")).isEqualTo(2);
    assertThat(err.toString()).contains("--store is for --processes");
    assertThat(chaos("--processes", "--only", "store-slow")).isEqualTo(2);
    assertThat(err.toString()).contains("store-slow is a fault of an object store: add --store");
  }

  @Nested
  @Tag("broker")
  class WithRabbitMq {

    private String gateway = "";

    @BeforeEach
    void rabbitIsInstalled() {
      TestBroker.preparePrivate(folder.resolve("probe")).close();
    }

    @Test
    void jobsThroughFaultsOfAllKindsHaveTheResultsOfTheEmbeddedRun() throws IOException {
      Path table = folder.resolve("table.md");
      int code =
          chaos(
              "--processes",
              "--dir",
              folder.toString(),
              "--seed",
              "3",
              "--faults",
              "10",
              "--every",
              "3s",
              "--hold",
              "4s",
              "--revive-after",
              "5s",
              "--transactions",
              "60000",
              "--memory",
              "1m",
              "--table",
              table.toString());
      assertThat(code).as("%s%n%s", out, err).isEqualTo(0);
      assertThat(folder.resolve("jobs").resolve("job-1"))
          .isDirectoryContaining("glob:**/customers-by-city.csv");
      assertThat(Files.readAllLines(table))
          .singleElement()
          .asString()
          .startsWith("| 3 | kill 1, kill-restart 1, pause 1, stall 1, reset 1,")
          .contains("broker-pause 1")
          .endsWith("| ok |");
      assertThat(out.toString())
          .contains("byte for byte", "whole again", "resume broker", "spilled files: at most");
    }

    @Test
    void jobsThroughFaultsOfTheStoreAndOfItsWorkersHaveTheResultsOfTheEmbeddedRun()
        throws IOException {
      Path table = folder.resolve("table.md");
      int code =
          chaos(
              "--processes",
              "--store",
              "--dir",
              folder.toString(),
              "--only",
              "kill-restart,store-pause,store-restart,store-slow,power,aggregator,joiner,store,all",
              "--faults",
              "5",
              "--every",
              "3s",
              "--hold",
              "3s",
              "--transactions",
              "60000",
              "--memory",
              "1m",
              "--table",
              table.toString());
      assertThat(code).as("%s%n%s", out, err).isEqualTo(0);
      assertThat(Files.readString(table))
          .contains("store-pause 1", "store-restart 1", "store-slow 1")
          .endsWith("| ok |\n");
      assertThat(out.toString())
          .contains("byte for byte", "resume store", "mend store", "spilled files: at most");
      assertThat(folder.resolve("volumes")).isDirectoryContaining("glob:**/gateway");
      assertThat(folder.resolve("volumes")).isDirectoryNotContaining("glob:**/joiner");
      assertThat(folder.resolve("store").resolve("objects").resolve("state"))
          .isDirectoryContaining("glob:**/joiner-0");
    }

    /** No client sends a request in between: all clients have ended. */
    @Test
    void afterThePowerIsBackWhatWasUnderWayGoesOnAndWhatWaitedStillWaits() throws Exception {
      Path dataset = folder.resolve("dataset");
      roastery("generate", "--transactions", "60000", "--out", dataset.toString());
      roastery("run", dataset.toString(), "--out", folder.resolve("expected").toString());
      ExpectedDigests expected = ExpectedDigests.of(dataset, folder.resolve("expected"));
      ProcessTarget target =
          ProcessTarget.start(
              folder.resolve("cluster"),
              new ProcessTarget.Options(Main.class.getName(), null, ProcessTarget.StateIn.VOLUMES));
      try {
        gateway = target.gateway().toString();
        await()
            .atMost(2, TimeUnit.MINUTES)
            .until(() -> ask("workers", "--patience", "2m").contains("joiner-0"));
        // Without joiners no job can be over before the lights go out.
        target.kill("joiner-1");
        target.kill("joiner-2");
        String underWay = ask("submit", dataset.toString(), "--patience", "2m");
        String waiting = ask("submit", dataset.toString(), "--approval", "--patience", "2m");
        String[] all = {"gateway", "aggregator-1", "aggregator-2", "maximizer-1", "maximizer-2"};
        target.kill(ChaosTarget.BROKER);
        for (String each : all) {
          target.kill(each);
        }

        for (String one : List.of("broker", "gateway", "aggregator-2", "maximizer-2", "joiner-2")) {
          target.start(one);
        }
        ask("watch", underWay, "--out", folder.resolve("one").toString(), "--patience", "2m");
        assertThat(expected.complaint(folder.resolve("one"))).isEmpty();
        assertThat(ask("status", waiting)).contains("waiting for approval");
        ask("approve", waiting);
        ask("watch", waiting, "--out", folder.resolve("two").toString());
        assertThat(expected.complaint(folder.resolve("two"))).isEmpty();
      } finally {
        target.cleanUp();
      }
    }

    /** What the command prints, asked of the gateway. */
    private String ask(String... words) {
      List<String> all = new ArrayList<>(List.of(words));
      all.addAll(List.of("--gateway", gateway));
      return roastery(all.toArray(String[]::new)).strip();
    }
  }

  private int chaos(String... words) {
    List<String> all = new ArrayList<>(List.of("chaos"));
    all.addAll(List.of(words));
    return execute(all.toArray(String[]::new));
  }

  /** What a command prints that ends well. */
  private String roastery(String... words) {
    out.getBuffer().setLength(0);
    assertThat(execute(words)).as("%s%n%s", out, err).isZero();
    return out.toString();
  }

  private int execute(String... words) {
    CommandLine command = Main.commandLine(Map.of());
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return command.execute(words);
  }

  private Path results(String name, String csv) throws IOException {
    Path results = Files.createDirectories(folder.resolve(name));
    Files.writeString(results.resolve("tpv.csv"), csv);
    return results;
  }
}
