package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Installed;
import dev.roastery.cli.Outcome;
import dev.roastery.cli.Repository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All commands of docs/your-data.md, one after the other. */
class YourDataTest {

  @TempDir private Path folder;

  @Test
  void theyAllWorkOneAfterTheOther() throws Exception {
    String page = Repository.read("docs/your-data.md");
    String script = "set -eu\n" + String.join("", Repository.all("```sh\\n([^`]*)```", page));
    Path command =
        Files.writeString(
            folder.resolve("roastery"),
            "#!/bin/sh\nexec " + String.join(" ", Installed.roastery(folder)) + " \"$@\"\n");
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
    Outcome outcome =
        Outcome.start(folder, Map.of("PATH", System.getenv("PATH")), List.of("bash", "-c", script))
            .await(Service.LIMIT);

    assertThat(outcome.code()).as(outcome.out() + outcome.err()).isZero();
    assertThat(Repository.all("```text\\n([^`]*)```", page))
        .hasSize(2)
        .allSatisfy(shown -> assertThat(outcome.out()).contains(shown));
    assertThat(outcome.err())
        .contains("customers (1 file): customer text, name text\n")
        .contains("orders (2 files): id whole, customer text, paid decimal(2), day date\n")
        .contains("orders (2 files): customer text, paid decimal(2)\n")
        .contains("not read, 2: customers.csv, notes.txt\n");
  }
}
