package dev.roastery.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.ExitCode;
import dev.roastery.cli.Outcome;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GenerateTest {

  @TempDir private Path folder;

  @Test
  void itEndsWithWhatItWroteAndWhere() throws IOException {
    Path out = folder.resolve("new/set");
    Outcome outcome = generate(out, "--transactions=2000", "--months=2");

    assertThat(outcome)
        .isEqualTo(new Outcome(0, "8 files, 6,273 rows, 0.4 MB in " + out + "\n", ""));
    assertThat(files(out)).hasSize(8);
  }

  @Test
  void helpNamesEveryOptionItsDefaultAndTheFullScale() {
    Outcome outcome = run("generate", "--help");

    assertThat(outcome.code()).isZero();
    assertThat(outcome.out())
        .contains("--out=DIR", "--transactions=N", "(100000)", "--months=N", "(24)", "--seed=N")
        .contains("--force", "--transactions 14880000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--months=0          | --months is 0, not from 1 to 240",
        "--months=241        | --months is 241, not from 1 to 240",
        "--transactions=-1   | --transactions is -1, not from 0 to 10000000000",
        "--transactions=many | Invalid value for option '--transactions': 'many' is not a whole"
            + " number, or too large",
        "--seed=             | Invalid value for option '--seed': '' is not a whole number, or too"
            + " large",
        "--moths=3           | Unknown option: '--moths=3'"
      })
  void aBadArgumentIsOneSentenceAndNothingIsWritten(String argument, String sentence)
      throws IOException {
    Outcome outcome = generate(folder, argument);

    assertThat(outcome.code()).isEqualTo(ExitCode.USAGE.number());
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).startsWith("roastery: " + sentence + "; ").hasLineCount(1);
    assertThat(files(folder)).isEmpty();
  }

  @Test
  void withoutOutItSaysSo() {
    assertThat(run("generate").err()).contains("Missing required option: '--out=DIR'");
  }

  @Test
  void aDirectoryThatIsNotEmptyIsLeftAlone() throws IOException {
    Files.createDirectory(folder.resolve("mine"));

    Outcome outcome = generate(folder);

    assertThat(outcome.code()).isEqualTo(ExitCode.USAGE.number());
    assertThat(outcome.err()).contains("--out " + folder + " is not empty", "--force");
    assertThat(files(folder)).isEmpty();
  }

  @Test
  void forceReplacesTheDatasetAndNothingElse() throws IOException {
    assertThat(generate(folder, "--transactions=100", "--months=3").code()).isZero();
    Path mine = Files.createFile(folder.resolve("mine"));

    assertThat(generate(folder, "--transactions=100", "--months=1", "--force").code()).isZero();

    assertThat(files(folder)).hasSize(2 + 3 + 1).contains(mine);
  }

  @Test
  void aFileIsNoDirectory() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThat(generate(file).err()).contains("--out " + file + " is not a directory");
    assertThat(generate(file.resolve("below")).code())
        .isEqualTo(FatalReason.DISK_UNWRITABLE.exitCode());
  }

  @Test
  void aFullDiskIsOneSentence() {
    Fatal failure =
        GenerateCommand.failure(new IOException("No space left on device"), Path.of("there"));

    assertThat(failure.reason()).isEqualTo(FatalReason.NO_SPACE);
    assertThat(failure)
        .hasMessage(
            "NO_SPACE: the disk of there is full; what is in there is incomplete: free some"
                + " space and run the command again with --force");
  }

  @Test
  void aMissingPermissionNamesTheFile() {
    Fatal failure =
        GenerateCommand.failure(new AccessDeniedException("/there/x.csv"), Path.of("there"));

    assertThat(failure).hasMessage("DISK_UNWRITABLE: no permission to write /there/x.csv");
  }

  private Outcome generate(Path out, String... arguments) {
    List<String> all = new ArrayList<>(List.of("generate", "--out=" + out));
    all.addAll(List.of(arguments));
    return run(all.toArray(String[]::new));
  }

  private static Outcome run(String... arguments) {
    return Commands.run(Map.of(), arguments);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
