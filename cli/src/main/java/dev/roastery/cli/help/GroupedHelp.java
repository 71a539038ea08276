package dev.roastery.cli.help;

import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;

/** The help of a command: its subcommands by groups where there are many, and its examples. */
public final class GroupedHelp extends Help {

  private static final int INDENT = 2;

  private final CommandSpec command;

  public GroupedHelp(CommandSpec command, ColorScheme colours) {
    super(command, colours);
    this.command = command;
  }

  private boolean isOfAll() {
    return command.parent() == null;
  }

  @Override
  public String commandListHeading(Object... parameters) {
    return isOfAll() ? "" : super.commandListHeading(parameters);
  }

  @Override
  public String commandList() {
    if (!isOfAll()) {
      return super.commandList();
    }
    Map<String, Help> all = subcommands();
    int names = all.keySet().stream().mapToInt(String::length).max().orElse(0);
    StringBuilder list = new StringBuilder();
    for (CommandGroup group : CommandGroup.values()) {
      list.append(ansi().new Text("%n@|bold ".formatted() + group.title() + ":|@%n".formatted()));
      for (String name : group.commands()) {
        Help help = all.get(name);
        if (help != null) {
          entry(name, help.commandSpec(), names, list);
        }
      }
    }
    return list.toString();
  }

  private void entry(String name, CommandSpec spec, int names, StringBuilder list) {
    String sentence = spec.usageMessage().description()[0];
    int begin = INDENT + names + 2;
    List<String> lines = Wrapped.lines(sentence, spec.usageMessage().width() - begin);
    for (int at = 0; at < lines.size(); at++) {
      String left = at == 0 ? name : "";
      list.append(" ".repeat(INDENT))
          .append(at == 0 ? colorScheme().commandText(name) : "")
          .append(" ".repeat(begin - INDENT - left.length()))
          .append(lines.get(at))
          .append('\n');
    }
  }

  @Override
  public String footer(Object... parameters) {
    List<String> examples = Examples.of(words(command));
    if (examples.isEmpty()) {
      return super.footer(parameters);
    }
    StringBuilder text = new StringBuilder(examples.size() == 1 ? "\nExample:\n" : "\nExamples:\n");
    examples.forEach(example -> text.append("  ").append(example).append('\n'));
    return text + super.footer(parameters);
  }

  /** How a command is called after {@code roastery}. */
  public static String words(CommandSpec command) {
    return command.parent() == null
        ? ""
        : command.qualifiedName().substring(command.root().name().length() + 1);
  }
}
