package dev.roastery.cli.help;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Main;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Each command is in one group, and has examples that are command lines. */
class ExamplesTest {

  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  @Test
  void eachCommandIsInOneGroup() {
    List<String> grouped =
        Stream.of(CommandGroup.values()).flatMap(group -> group.commands().stream()).toList();
    assertThat(grouped)
        .containsExactlyInAnyOrderElementsOf(Main.commandLine(Map.of()).getSubcommands().keySet());
  }

  @Test
  void theHelpNamesEachGroupWithItsCommandsInOrder() {
    String help = Commands.run(Map.of(), "help").out();
    int before = -1;
    for (CommandGroup group : CommandGroup.values()) {
      int title = help.indexOf("\n" + group.title() + ":\n");
      assertThat(title).as(group.title()).isGreaterThan(before);
      before = title;
      for (String command : group.commands()) {
        int line = help.indexOf("\n  " + command + " ", before);
        assertThat(line).as(command).isGreaterThanOrEqualTo(before);
        before = line;
      }
    }
  }

  static List<String> commands() {
    return AllCommands.ofAllGroups().stream()
        .map(command -> GroupedHelp.words(command.getCommandSpec()))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void anExampleCanBeTyped(String command) {
    List<String> examples = Examples.of(command);
    assertThat(examples).isNotEmpty();
    String[] help = ("help " + command).split(" ");
    for (String example : examples) {
      assertThat(Commands.run(Map.of(), help).out()).contains("  " + example + "\n");
      CommandLine.ParseResult parsed = Main.commandLine(Map.of()).parseArgs(words(example));
      assertThat(parsed.unmatched()).isEmpty();
    }
  }

  /** Up to where the shell takes its part. */
  private static String[] words(String example) {
    String line = example.replaceAll("^source <\\((.*)\\)$", "$1").replaceAll(" > .*", "");
    assertThat(line).startsWith("roastery ");
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(line.substring("roastery ".length()));
    while (word.find()) {
      words.add(word.group(1) == null ? word.group(2) : word.group(1));
    }
    return words.toArray(String[]::new);
  }
}
