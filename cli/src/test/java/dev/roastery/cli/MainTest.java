package dev.roastery.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** What every command has in common: help, version, exit codes, one sentence for a failure. */
public class MainTest {

  private static final Map<String, Throwable> FAILURES =
      Map.of(
          "expected", new CommandFailure(ExitCode.UNREACHABLE, "no broker answers"),
          "fatal", new Fatal(FatalReason.NO_SPACE, "the volume is full"),
          "unexpected", new IllegalStateException("nobody thought of this"));

  @Test
  void helpListsEveryExitCode() {
    Outcome outcome = run(Map.of(), "--help");

    assertThat(outcome.code()).isZero();
    assertThat(outcome.err()).isEmpty();
    for (ExitCode code : ExitCode.values()) {
      assertThat(outcome.out()).containsPattern(" " + code.number() + " +\\w");
    }
    assertThat(outcome.out()).contains("40-79");
  }

  @Test
  void everyFatalReasonIsInTheRangeThatHelpNames() {
    assertThat(FatalReason.values())
        .extracting(FatalReason::exitCode)
        .allSatisfy(code -> assertThat(code).isBetween(40, 79));
  }

  @Test
  void anUnknownOptionIsOneSentence() {
    assertThat(run(Map.of(), "--frob"))
        .isEqualTo(
            new Outcome(2, "", "roastery: Unknown option: '--frob'; see 'roastery --help'\n"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          status nonsense                          | 'nonsense' is not the id of a job
          status 1-1-1-1-1                         | '1-1-1-1-1' is not the id of a job
          jobs --gateway=127.0.0.1:8080            | '127.0.0.1:8080' is not like http://host:port
          jobs --gateway=local:80                  | --gateway is 'local:80', not like http://host:port
          generate --out=x --transactions=1e6      | '1e6' is not a whole number
          generate --out=x --months=99999999999    | '99999999999' is not a whole number
          dev --keep=soon                          | 'soon' is not a duration such as PT30S or PT8H
          rnu sales                                | there is no command 'rnu'; did you mean
          run a b                                  | unexpected argument 'b'
          query check --help                       | there is no command 'check'
          query check                              | there is no command 'check'
          query list --tables=DIR                  | --tables does not apply to list
          run / --tables=/root/x/y                 | --tables
          chaos --processes --processes            | give --processes or --compose, only once
          chaos --processes --compose              | give --processes or --compose, only once
          chaos                                    | give --processes or --compose
          run /etc --state=/etc/passwd             | --state /etc/passwd is a file, not a folder
          """)
  void aWrongValueIsAnsweredInWordsNotWithTheNameOfAClass(String line, String sentence) {
    Outcome outcome = run(Map.of(), line.split(" "));

    assertThat(outcome.code()).as(outcome.err()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .startsWith("roastery: ")
        .contains(sentence)
        .doesNotContain("java.", "Exception", "Unmatched", "match but got", "Error:");
  }

  @Test
  void aMisspeltOptionGetsAGuess() {
    assertThat(run(Map.of(), "--versoin").err()).contains("did you mean --verbose or --version?");
  }

  @Test
  void withoutACommandThereIsTheHelp() {
    assertThat(run(Map.of())).isEqualTo(run(Map.of(), "--help"));
    assertThat(run(Map.of(), "help")).isEqualTo(run(Map.of(), "--help"));
    assertThat(run(Map.of(), "help", "query", "lint"))
        .isEqualTo(run(Map.of(), "query", "lint", "--help"));
    assertThat(run(Map.of(), "version")).isEqualTo(run(Map.of(), "--version"));
    assertThat(run(Map.of(), "help", "rnu"))
        .isEqualTo(run(Map.of(), "rnu"))
        .matches(outcome -> outcome.code() == 2);
  }

  @ParameterizedTest
  @CsvSource({"rnu, run", "sumbti, submit", "jbso, jobs", "staut, status", "vresion, version"})
  void aCommandWithTwoSlipsIsFound(String typed, String meant) {
    assertThat(run(Map.of(), typed).err())
        .isEqualTo("roastery: there is no command '" + typed + "'; did you mean " + meant + "?\n");
  }

  @Test
  void aMisspeltLogLevelIsNotTakenForAnother() {
    Outcome outcome = run(Map.of("ROASTERY_LOG", "verbos"), "expected");

    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).contains("ROASTERY_LOG is 'verbos', not one of trace, debug, info");
  }

  @Test
  void aMisspeltLogFormatIsNotSilence() {
    Outcome outcome = run(Map.of("ROASTERY_LOG_FORMAT", "yaml"), "expected");

    assertThat(outcome.code()).isEqualTo(2);
    assertThat(outcome.err()).contains("ROASTERY_LOG_FORMAT is 'yaml', not one of text, json");
  }

  @Test
  void anExpectedFailureIsItsSentenceAndItsCode() {
    assertThat(run(Map.of(), "expected"))
        .isEqualTo(new Outcome(8, "", "roastery: no broker answers\n"));
  }

  @Test
  void aFatalEndsWithItsReasonsCode() {
    assertThat(run(Map.of(), "fatal"))
        .isEqualTo(new Outcome(41, "", "roastery: NO_SPACE: the volume is full\n"));
  }

  @Test
  void anUnexpectedFailureShowsItsStackOnlyWhenAsked() {
    Outcome quiet = run(Map.of(), "unexpected");
    assertThat(quiet.code()).isEqualTo(1);
    assertThat(quiet.err())
        .isEqualTo(
            "roastery: unexpected error: nobody thought of this (--verbose prints the stack"
                + " trace)\n");

    assertThat(run(Map.of(), "unexpected", "--verbose").err()).contains("\tat dev.roastery.cli");
    assertThat(run(Map.of(), "--verbose", "unexpected").err()).contains("\tat dev.roastery.cli");
    assertThat(run(Map.of("ROASTERY_DEBUG", "1"), "unexpected").err())
        .contains("\tat dev.roastery.cli");
  }

  /** What may follow {@code roastery} on a command line: its commands and options. */
  public static Set<String> words() {
    CommandSpec spec = Main.commandLine(Map.of()).getCommandSpec();
    Set<String> words = new TreeSet<>(spec.subcommands().keySet());
    words.addAll(spec.optionsMap().keySet());
    return words;
  }

  private static Outcome run(Map<String, String> environment, String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    CommandLine commandLine = Main.commandLine(environment);
    FAILURES.forEach((name, failure) -> commandLine.addSubcommand(name, new Failing(failure)));
    commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    int code = commandLine.execute(arguments);
    return new Outcome(code, out.toString(), err.toString());
  }

  /** A command that fails. */
  @Command
  private record Failing(Throwable failure) implements Callable<Integer> {
    @Override
    public Integer call() throws Exception {
      switch (failure) {
        case Error error -> throw error;
        case Throwable other -> throw (Exception) other;
      }
    }
  }
}
