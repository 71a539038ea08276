package dev.roastery.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Output that cannot be written is never lost in silence. */
class StandardOutputTest {

  private static final String LOST = "cannot write to standard output: No space left on device";

  @TempDir private Path folder;

  static Stream<String> whatPrints() {
    return Stream.of("--help", "run --help", "--version", "completion", "query list", "generate");
  }

  @ParameterizedTest
  @MethodSource("whatPrints")
  void aFullDiskEndsARealProcessWith41AndOneSentence(String words) throws Exception {
    String all = words.equals("generate") ? "generate --transactions=10 --out=set" : words;
    Outcome outcome = inShell("exec \"$@\" > /dev/full", all);

    assertThat(outcome.code()).isEqualTo(41);
    assertThat(outcome.err()).contains(LOST);
    assertThat(outcome.err().lines()).hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void aRunDoesNotLoseItsResults(String format) throws Exception {
    Commands.run(Map.of(), "generate", "--transactions=100", "--out=" + folder.resolve("set"));

    Outcome outcome =
        inShell("exec \"$@\" > /dev/full", "run --quiet --together --format=" + format + " set");

    assertThat(outcome.code()).isEqualTo(41);
    assertThat(outcome.err()).contains(LOST);
  }

  static List<String> formats() {
    return List.of("table", "csv", "json", "ndjson", "markdown");
  }

  @Test
  void aReaderThatHasReadEnoughIsNoFailure() throws Exception {
    Outcome outcome = inShell("{ \"$@\"; echo $? > code; } | true", "completion");

    assertThat(outcome.err()).isEmpty();
    assertThat(folder.resolve("code")).hasContent("0");
  }

  @Test
  void aClosedOutputIsAFailure() throws Exception {
    Outcome outcome = inShell("exec \"$@\" >&-", "query list");

    assertThat(outcome.code()).isEqualTo(41);
    assertThat(outcome.err()).contains("cannot write to standard output");
  }

  @Test
  void theHelpOfEveryCommandIsNotLost() {
    CommandLine all = Main.commandLine(Map.of());
    List<List<String>> commands = new ArrayList<>();
    collect(all, List.of(), commands);

    assertThat(commands)
        .hasSizeGreaterThan(25)
        .allSatisfy(words -> {
          List<String> line = new ArrayList<>(words);
          line.add("--help");
          var err = new StringWriter();
          CommandLine fresh =
              Main.commandLine(Map.of())
                  .setOut(StandardOutput.writer(new FullDisk(), false))
                  .setErr(new PrintWriter(err, true));
          assertThat(Main.execute(fresh, line.toArray(String[]::new))).as("%s", line).isEqualTo(41);
          assertThat(err.toString()).contains(LOST);
        });
  }

  private static void collect(CommandLine at, List<String> words, List<List<String>> into) {
    into.add(words);
    at.getSubcommands()
        .forEach((name, command) -> {
          List<String> longer = new ArrayList<>(words);
          longer.add(name);
          collect(command, longer, into);
        });
  }

  /** In the test's folder, with the words of roastery as {@code "$@"}. */
  private Outcome inShell(String script, String words) throws Exception {
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    List<String> command = new ArrayList<>(List.of("sh", "-c", script, "sh"));
    command.addAll(Installed.roastery(temporary));
    command.addAll(List.of(words.split(" ")));
    return Outcome.start(folder, Map.of("PATH", "/usr/bin:/bin"), command).await();
  }

  /** Takes nothing. */
  private static final class FullDisk extends OutputStream {
    @Override
    public void write(int one) throws IOException {
      throw new IOException("No space left on device");
    }
  }
}
