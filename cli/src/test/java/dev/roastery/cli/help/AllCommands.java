package dev.roastery.cli.help;

import dev.roastery.cli.Main;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** Every command of the command line, in the order of the help. */
final class AllCommands {

  private AllCommands() {}

  /** Those of a group, each followed by its subcommands. */
  static List<CommandLine> of(CommandGroup group) {
    CommandLine root = Main.commandLine(Map.of());
    List<CommandLine> all = new ArrayList<>();
    group.commands().forEach(name -> collect(root.getSubcommands().get(name), all));
    return all;
  }

  static List<CommandLine> ofAllGroups() {
    List<CommandLine> all = new ArrayList<>();
    for (CommandGroup group : CommandGroup.values()) {
      all.addAll(of(group));
    }
    return all;
  }

  private static void collect(CommandLine command, List<CommandLine> all) {
    all.add(command);
    command.getSubcommands().values().forEach(each -> collect(each, all));
  }
}
