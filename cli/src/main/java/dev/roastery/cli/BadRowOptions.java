package dev.roastery.cli;

import dev.roastery.input.BadRows;
import dev.roastery.input.MaxBadRows;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options about bad rows and unread files, of the commands that read a dataset. */
public final class BadRowOptions {

  /** The file of {@code --out} that has the skipped rows. */
  public static final String REJECTS = "rejected-rows.csv";

  @Option(
      names = "--bad-rows",
      paramLabel = "refuse|skip",
      defaultValue = "refuse",
      description = "What to do with rows that cannot be read (${DEFAULT-VALUE}).")
  private BadRows badRows = BadRows.REFUSE;

  @Option(
      names = "--max-bad-rows",
      paramLabel = "N|P%",
      defaultValue = "1%",
      description =
          "How many rows --bad-rows skip may skip, or which share of each table's rows"
              + " (${DEFAULT-VALUE}); with more, there are no results, and the exit code is 5.")
  private String maxBadRows = MaxBadRows.STANDARD.text();

  @Option(
      names = "--ignore",
      paramLabel = "GLOB",
      split = ",",
      description =
          "Files of the tables not to read, such as '*.txt' or 'sales/2023*'; may be repeated."
              + " Without it, a file that cannot be read as a part is an error.")
  private List<String> ignored = List.of();

  @Spec(Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  public BadRows badRows() {
    return badRows;
  }

  public List<String> ignored() {
    return ignored;
  }

  public MaxBadRows limit() {
    return MaxBadRows.read(maxBadRows)
        .orElseThrow(() ->
            new ParameterException(
                spec.commandLine(),
                "--max-bad-rows is '" + maxBadRows + "', not a number or a percentage like 1%"));
  }

  public static CommandFailure exceeded(String sentence, boolean listed) {
    return new CommandFailure(
        ExitCode.TOO_MANY_REJECTS,
        sentence
            + " (--max-bad-rows)"
            + (listed ? "; they are in " + REJECTS : "; --out DIR writes them to " + REJECTS));
  }
}
