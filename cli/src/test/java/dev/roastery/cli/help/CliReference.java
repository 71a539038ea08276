package dev.roastery.cli.help;

import dev.roastery.cli.SettableByVariable;
import dev.roastery.cli.operate.ClientCommand;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** docs/cli.md, from the commands as they are. */
final class CliReference {

  private static final String HEAD =
      """
      # Commands

      Every command with its options. This page is made from the code: `roastery help COMMAND` says the same. All commands also have
      `--help`, `--version` and `--verbose`. A variable in parentheses sets its option. Exit codes are at the end; what `--json` prints is in
      [http.md](http.md).

      """;

  private final StringBuilder text = new StringBuilder(HEAD);

  static String text() {
    CliReference reference = new CliReference();
    for (CommandGroup group : CommandGroup.values()) {
      reference.contents(group);
    }
    for (CommandGroup group : CommandGroup.values()) {
      reference.text.append("\n## Commands: ").append(group.title()).append('\n');
      AllCommands.of(group).forEach(reference::command);
    }
    reference.exitCodes();
    return reference.text.toString();
  }

  private void contents(CommandGroup group) {
    String links =
        group.commands().stream()
            .map(name -> "[" + name + "](#" + name + ")")
            .collect(Collectors.joining(" · "));
    text.append("- ").append(group.title()).append(": ").append(links).append('\n');
  }

  private void command(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    String words = GroupedHelp.words(spec);
    text.append(words.contains(" ") ? "\n#### " : "\n### ").append(words).append("\n\n");
    paragraph(spec.usageMessage().description());
    text.append("```text\n").append(synopsis(command)).append("```\n\n");
    List<ArgSpec> rows =
        spec.args().stream()
            .filter(
                each -> !each.hidden() && !(each instanceof OptionSpec option && isOfAll(option)))
            .toList();
    if (!rows.isEmpty()) {
      text.append("| option | meaning |\n| --- | --- |\n");
      rows.forEach(this::row);
      text.append('\n');
    }
    if (spec.userObject() instanceof ClientCommand) {
      text.append("Variables: `ROASTERY_GATEWAY`, `ROASTERY_PATIENCE`, `ROASTERY_TOKEN_FILE`, or `")
          .append(variable(spec))
          .append("` for this command only; the token is in `ROASTERY_TOKEN`.\n\n");
    } else if (spec.userObject() instanceof SettableByVariable) {
      text.append("Variables: `").append(variable(spec)).append("`.\n\n");
    }
    text.append("```sh\n");
    Examples.of(words).forEach(example -> text.append(example).append('\n'));
    text.append("```\n");
  }

  private static String variable(CommandSpec spec) {
    return "ROASTERY_" + spec.name().toUpperCase(Locale.ROOT).replace('-', '_') + "_<OPTION>";
  }

  private static boolean isOfAll(OptionSpec option) {
    return option.usageHelp() || option.versionHelp() || option.longestName().equals("--verbose");
  }

  private void paragraph(String... lines) {
    Arrays.stream(lines)
        .filter(line -> !line.isEmpty())
        .forEach(line -> text.append(escaped(line)).append("\n"));
    text.append('\n');
  }

  private static String synopsis(CommandLine command) {
    CommandLine.Help help = command.getHelp();
    CommandSpec spec = command.getCommandSpec();
    CommandLine.Help plain =
        new CommandLine.Help(spec, CommandLine.Help.defaultColorScheme(Ansi.OFF));
    return help == null ? "" : plain.synopsis(0);
  }

  private void row(ArgSpec argument) {
    String name =
        switch (argument) {
          case OptionSpec option -> option.longestName() + value(option);
          case PositionalParamSpec positional -> positional.paramLabel();
          default -> argument.paramLabel();
        };
    text.append("| `")
        .append(name.replace("|", "\\|"))
        .append("` | ")
        .append(escaped(String.join(" ", argument.description())).replace("|", "\\|"))
        .append(argument.required() ? " Required." : "")
        .append(" |\n");
  }

  private static String value(OptionSpec option) {
    if (option.arity().max() == 0) {
      return "";
    }
    return option.arity().min() == 0 ? "[=" + option.paramLabel() + "]" : "=" + option.paramLabel();
  }

  /** What Markdown would take for a mark. */
  private static String escaped(String sentence) {
    return sentence.replace("<", "&lt;").replace("*", "\\*");
  }

  private void exitCodes() {
    text.append("\n## Exit codes\n\n| code | meaning |\n| --- | --- |\n");
    CommandLine root = AllCommands.of(CommandGroup.OTHER).getFirst().getParent();
    root.getCommandSpec()
        .usageMessage()
        .exitCodeList()
        .forEach((code, meaning) ->
            text.append("| ").append(code).append(" | ").append(meaning).append(" |\n"));
  }
}
