package dev.roastery.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.chaos.Expected;
import dev.roastery.testkit.PrivateNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
    Expected expected = Expected.of(folder, results("a", "id,sum\n1,2\n"));
    assertThat(expected.complaint(results("b", "id,sum\n1,2\n"))).isEmpty();
  }

  @Test
  void aWrongByteIsAComplaint() throws IOException {
    Expected expected = Expected.of(folder, results("a", "id,sum\n1,2\n"));
    assertThat(expected.complaint(results("b", "id,sum\n1,3\n"))).contains("tpv.csv has SHA-256");
  }

  @Test
  void aResultTooManyOrTooFewIsAComplaint() throws IOException {
    Expected expected = Expected.of(folder, results("a", "id,sum\n1,2\n"));
    Path more = results("b", "id,sum\n1,2\n");
    Files.writeString(more.resolve("other.csv"), "id\n");
    assertThat(expected.complaint(more)).contains("other.csv");
    assertThat(expected.complaint(Files.createDirectories(folder.resolve("none")))).contains("[]");
  }

  @Test
  void whatCannotBeDoneIsSaidBeforeAnythingIsStarted() {
    assertThat(chaos("--processes", "--faults", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("--jobs must say");
    assertThat(chaos("--processes", "--every", "soon")).isEqualTo(2);
    assertThat(chaos("--faults", "3")).isEqualTo(2);
  }

  @Nested
  @Tag("broker")
  class WithRabbitMq {

    @BeforeEach
    void rabbitIsInstalled() {
      PrivateNode.prepare(folder.resolve("probe")).close();
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
              "9",
              "--every",
              "3s",
              "--hold",
              "4s",
              "--revive-after",
              "5s",
              "--transactions",
              "60000",
              "--table",
              table.toString());
      assertThat(code).as("%s%n%s", out, err).isEqualTo(0);
      assertThat(Files.readAllLines(table))
          .singleElement()
          .asString()
          .startsWith("| 3 | kill 1, kill-restart 1, pause 1, stall 1, reset 1,")
          .endsWith("| ok |");
      assertThat(out.toString()).contains("byte for byte", "whole again");
    }
  }

  private int chaos(String... words) {
    CommandLine command = Main.commandLine(Map.of());
    command.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    List<String> all = new java.util.ArrayList<>(List.of("chaos"));
    all.addAll(List.of(words));
    return command.execute(all.toArray(String[]::new));
  }

  private Path results(String name, String csv) throws IOException {
    Path results = Files.createDirectories(folder.resolve(name));
    Files.writeString(results.resolve("tpv.csv"), csv);
    return results;
  }
}
