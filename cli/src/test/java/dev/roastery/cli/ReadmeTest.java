package dev.roastery.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of the README print what the README shows. */
class ReadmeTest {

  private static final Pattern SHOWN =
      Pattern.compile(
          "```sh\n(\\./roastery generate [^`]*)```\n\nprints.*?```text\n([^`]*)```",
          Pattern.DOTALL);

  @TempDir private Path folder;

  @Test
  void itsCommandsPrintWhatItShows() {
    List<MatchResult> found = SHOWN.matcher(Repository.read("README.md")).results().toList();
    assertThat(found).hasSize(1);
    List<String> commands = found.getFirst().group(1).lines().toList();
    assertThat(commands).hasSize(2);
    assertThat(run(commands.getFirst()).code()).isZero();

    Outcome outcome = run(commands.getLast());

    assertThat(outcome.code()).isZero();
    assertThat(outcome.out()).isEqualTo(found.getFirst().group(2));
    assertThat(outcome.err()).contains("sha256 ", " MB/s");
  }

  private Outcome run(String command) {
    String[] arguments =
        command
            .replace("./roastery ", "")
            .replace("sales", folder.resolve("sales").toString())
            .split(" ", -1);
    return Commands.run(Map.of(), arguments);
  }
}
