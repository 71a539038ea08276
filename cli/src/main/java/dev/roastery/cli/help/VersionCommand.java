package dev.roastery.cli.help;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code roastery version}: the same as {@code --version}. */
@Command(
    name = "version",
    mixinStandardHelpOptions = true,
    description = "Shows the version of roastery and of its JDK.")
public final class VersionCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    spec.root().commandLine().printVersionHelp(spec.commandLine().getOut());
    spec.commandLine().getOut().flush();
  }
}
