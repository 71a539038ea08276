package dev.roastery.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code roastery completion}: what a shell needs to complete our command lines. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = {
      "Prints a completion script for bash or zsh.",
      "To use it: source <(roastery completion)"
    })
final class CompletionCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    CommandSpec root = spec.root();
    spec.commandLine().getOut().print(AutoComplete.bash(root.name(), root.commandLine()));
    spec.commandLine().getOut().flush();
  }
}
