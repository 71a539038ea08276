package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Installed;
import dev.roastery.cli.Outcome;
import dev.roastery.cli.Repository;
import dev.roastery.harness.LoopbackPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All commands of the README, then those of the tutorial, as a new user types them. */
class ReadmeCommandsTest {

  @TempDir private Path folder;

  @Test
  void theyAllWorkOneAfterTheOther() throws Exception {
    String tutorial = Repository.read("docs/tutorial.md");
    List<String> blocks =
        new ArrayList<>(
            Repository.all("```sh\\n(\\./roastery [^`]*)```", Repository.read("README.md")));
    assertThat(blocks).hasSizeGreaterThan(3);
    blocks.addAll(Repository.all("```sh\\n([^`]*)```", tutorial));
    assertThat(blocks).hasSizeGreaterThan(7);
    String script = "set -eu\ntrap 'kill $(jobs -p); wait' EXIT\n" + String.join("", blocks);
    Path command = Files.writeString(folder.resolve("roastery"), launcher());
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
    int port = LoopbackPort.free();
    Map<String, String> environment =
        Map.of(
            "PATH", System.getenv("PATH"),
            "ROASTERY_HTTP_PORT", Integer.toString(port),
            "ROASTERY_GATEWAY", "http://127.0.0.1:" + port);
    Outcome outcome =
        Outcome.start(folder, environment, List.of("bash", "-c", script)).await(Service.LIMIT);

    assertThat(outcome.code()).as(outcome.out() + outcome.err()).isZero();
    assertThat(outcome.out()).contains("tpv-by-store (", "completed", "aggregator-0");
    assertThat(outcome.out()).contains("\nhalf,store_name,tpv\n2024-H1,");
    assertThat(outcome.err()).contains("all 5 are identical to those of the run without a crash");
    assertThat(Repository.all("```text\\n([^`]*)```", tutorial))
        .isNotEmpty()
        .allSatisfy(shown -> assertThat(outcome.out()).contains(shown));
    assertThat(folder.resolve("results/top-customers.csv")).exists();
  }

  /** What is installed, without the launcher's look whether that is stale. */
  private String launcher() throws IOException {
    return "#!/bin/sh\nexec " + String.join(" ", Installed.roastery(folder)) + " \"$@\"\n";
  }
}
