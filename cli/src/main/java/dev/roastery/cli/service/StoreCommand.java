package dev.roastery.cli.service;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code roastery store}: object stores. */
@Command(
    name = "store",
    mixinStandardHelpOptions = true,
    subcommands = StoreCheckCommand.class,
    description = "Checks whether an object store is fit for keeping state in it.",
    footer = {"", "More about object stores: docs/object-store.md"})
public final class StoreCommand implements Runnable {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command given: check");
  }
}
