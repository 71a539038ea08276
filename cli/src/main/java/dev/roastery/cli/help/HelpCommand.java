package dev.roastery.cli.help;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code roastery help}: the same as {@code --help} of a command. */
@Command(
    name = "help",
    mixinStandardHelpOptions = true,
    description = "Shows the help of roastery, or of one of its commands.")
public final class HelpCommand implements Runnable {

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "Command to explain, such as run, or query lint.")
  private List<String> words = List.of();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    CommandLine about = spec.root().commandLine();
    for (String word : words) {
      CommandLine next = about.getSubcommands().get(word);
      if (next == null) {
        throw new UnmatchedArgumentException(about, List.of(word));
      }
      about = next;
    }
    about.usage(spec.commandLine().getOut());
    spec.commandLine().getOut().flush();
  }
}
