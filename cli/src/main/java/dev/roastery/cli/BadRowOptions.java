package dev.roastery.cli;

import dev.roastery.input.MaxBadRows;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** What the commands that read rows have in common about bad ones. */
public final class BadRowOptions {

  /** The file of {@code --out} that has the skipped rows. */
  public static final String REJECTS = "rejected-rows.csv";

  private BadRowOptions() {}

  public static MaxBadRows limit(CommandLine command, String text) {
    return MaxBadRows.read(text)
        .orElseThrow(() ->
            new ParameterException(
                command, "--max-bad-rows is '" + text + "', not a number or a percentage like 1%"));
  }

  public static CommandFailure exceeded(String sentence, boolean listed) {
    return new CommandFailure(
        ExitCode.TOO_MANY_REJECTS,
        sentence
            + " (--max-bad-rows)"
            + (listed ? "; they are in " + REJECTS : "; --out DIR writes them to " + REJECTS));
  }
}
