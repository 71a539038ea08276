package dev.roastery.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.client.TestGateway;
import dev.roastery.cli.view.JobKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What bash offers for a word, with the script that it is given. */
class CompletionTest {

  @TempDir private Path folder;

  @BeforeEach
  void setUp() throws IOException {
    Files.writeString(folder.resolve("script"), Commands.run(Map.of(), "completion").out());
    String launcher = String.join(" ", Installed.roastery(folder));
    Path roastery =
        Files.writeString(folder.resolve("roastery"), "#!/bin/sh\nexec " + launcher + " \"$@\"\n");
    Files.setPosixFilePermissions(roastery, PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void commandsOptionsAndQueriesAreKnownWithoutAGateway() throws Exception {
    assertThat(offered("http://127.0.0.1:1", "./roastery", "sub")).containsExactly("submit");
    assertThat(offered("http://127.0.0.1:1", "./roastery", "run", "--bad")).contains("--bad-rows");
    assertThat(offered("http://127.0.0.1:1", "./roastery", "run", "--query", "tpv"))
        .containsExactly("tpv-by-store");
    assertThat(offered("http://127.0.0.1:1", "./roastery", "query", "explain", "best"))
        .containsExactly("best-selling-items");
    assertThat(offered("http://127.0.0.1:1", "./roastery", "help", "sim"))
        .containsExactly("simulate");
  }

  @Test
  void idsAreThoseOfTheGatewayOfTheEnvironment() throws Exception {
    try (TestGateway gateway = new TestGateway()) {
      gateway.jobs.ids.add("019aa2b0-52f0-7c11-8d22-5f3a91c2d401");
      Files.createDirectories(folder.resolve("set/stores"));
      Files.writeString(folder.resolve("set/stores/a.csv"), "store_id,store_name\n1,A\n");
      Path query = folder.resolve("q.json");
      Files.writeString(query, "{\"name\":\"q\",\"from\":\"stores\",\"select\":[\"store_id\"]}");
      Map<String, String> environment = Map.of("ROASTERY_GATEWAY", gateway.url());
      String set = folder.resolve("set").toString();
      assertThat(Commands.run(environment, "submit", set, "--query=" + query).code()).isZero();
      String job = JobKey.shortId("019aa2b0-52f0-7c11-8d22-5f3a91c2d401");

      assertThat(offered(gateway.url(), "./roastery", "status", "")).containsExactly(job);
      assertThat(offered(gateway.url(), "./roastery", "cancel", "91")).containsExactly(job);
      assertThat(offered(gateway.url(), "./roastery", "results", job, "tpv"))
          .containsExactly("tpv-by-store");
      assertThat(offered(gateway.url(), "./roastery", "status", "--pat")).contains("--patience");
    }
  }

  /** Bash expands what it is offered as it does a command line. */
  @Test
  void anIdThatIsNoneIsNotGivenToTheShell() throws Exception {
    try (TestGateway gateway = new TestGateway()) {
      List<String> hostile = List.of("$(>made)", "`>made` ", "01980000-$(>made)", "../../x;", "");
      gateway.jobs.ids.addAll(hostile);
      gateway.jobs.ids.add("019aa2b0-52f0-7c11-8d22-5f3a91c2d401");
      for (int job = 0; job <= hostile.size(); job++) {
        gateway.jobs.create("key " + job, "{}");
      }

      assertThat(Commands.run(Map.of("ROASTERY_GATEWAY", gateway.url()), "completion", "--ids"))
          .isEqualTo(new Outcome(0, "91c2d401\n", ""));
      assertThat(offered(gateway.url(), "./roastery", "status", "")).containsExactly("91c2d401");
      assertThat(folder.resolve("made")).doesNotExist();
    }
  }

  @Test
  void aGatewayThatIsAwayOffersNothingAndSaysNothing() {
    for (String url : List.of("http://127.0.0.1:1", "nonsense", "http://", ":")) {
      Outcome outcome = Commands.run(Map.of("ROASTERY_GATEWAY", url), "completion", "--ids");
      assertThat(outcome).as(url).isEqualTo(new Outcome(0, "", ""));
    }
  }

  private List<String> offered(String gateway, String... words) throws Exception {
    String script =
        """
        compopt() { :; } # a shell has it only while somebody types
        source ./script
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        COMP_LINE="$*"
        COMP_POINT=${#COMP_LINE}
        _roastery_words
        printf '%s\\n' "${COMPREPLY[@]}"
        """;
    List<String> command = new ArrayList<>(List.of("bash", "-c", script, "bash"));
    command.addAll(List.of(words));
    Outcome outcome =
        Outcome.start(
                folder, Map.of("PATH", System.getenv("PATH"), "ROASTERY_GATEWAY", gateway), command)
            .await(Duration.ofMinutes(2));
    assertThat(outcome.err()).isEmpty();
    return outcome.out().lines().filter(line -> !line.isBlank()).map(String::strip).toList();
  }
}
