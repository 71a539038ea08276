package dev.roastery.cli.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Kept;
import dev.roastery.cli.Outcome;
import dev.roastery.cli.Repository;
import dev.roastery.cli.client.CannedGateway;
import dev.roastery.cli.client.TestGateway;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What the most important commands print, to be looked at: the files are in src/test/resources. A
 * reader of a change sees what it changes.
 */
class TranscriptsTest {

  private static final Path TRANSCRIPTS =
      Repository.ROOT.resolve("cli/src/test/resources/transcripts");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "help, help",
    "help-submit, help submit",
    "jobs, jobs",
    "jobs-json, 'jobs --json id,name,state,rows'",
    "jobs-json-mistake, jobs --json nam",
    "status-running, status 01b2e9f3",
    "status-parts, status 01b2e9f3 --parts",
    "status-completed, status 91c2d401",
    "workers, workers",
    "profile, profile 91c2d401",
    "profile-json, 'profile 91c2d401 --json id,elapsedMillis'",
  })
  void ofACommand(String name, String words) throws Exception {
    try (CannedGateway gateway = new CannedGateway(Answers.NOW, Answers.all())) {
      check(name, words, Commands.run(environment(gateway.url()), words.split(" ")), gateway.url());
    }
  }

  @Test
  void ofASubmissionThatIsPiped() throws Exception {
    try (TestGateway gateway = new TestGateway()) {
      gateway.jobs.ids.add(Answers.DONE);
      gateway.jobs.tellParts = true;
      gateway.jobs.results.put("all-stores", "store_id,store_name\n1,Amber\n");
      Path stores = Files.createDirectories(folder.resolve("set/stores"));
      Files.writeString(stores.resolve("a.csv"), "store_id,store_name\n1,Amber\n");
      Path query = folder.resolve("all-stores.json");
      Files.writeString(
          query, "{\"name\":\"all-stores\",\"from\":\"stores\",\"select\":[\"store_id\"]}");
      List<String> words = List.of("submit", "set", "--query", "all-stores.json", "--watch");

      Outcome outcome =
          Commands.run(
              environment(gateway.url()),
              words.stream()
                  .map(word -> Files.exists(folder.resolve(word)) ? folder.resolve(word) : word)
                  .map(Object::toString)
                  .toArray(String[]::new));

      assertThat(outcome.code()).isZero();
      check("submit-piped", String.join(" ", words), outcome, gateway.url());
    }
  }

  private static Map<String, String> environment(String gateway) {
    return Map.of("ROASTERY_GATEWAY", gateway);
  }

  private static void check(String name, String words, Outcome outcome, String gateway) {
    String text =
        "$ roastery %s\n%s%s%s"
            .formatted(
                words,
                outcome.out(),
                outcome.err().isEmpty() ? "" : "--- on standard error\n" + outcome.err(),
                outcome.code() == 0 ? "" : "--- exit code " + outcome.code() + "\n");
    Kept.check(TRANSCRIPTS.resolve(name + ".txt"), text.replace(gateway, "http://gateway:8080"));
  }
}
