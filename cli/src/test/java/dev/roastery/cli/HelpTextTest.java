package dev.roastery.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Every text of the help is made of whole sentences. */
class HelpTextTest {

  private record Text(String of, String[] lines) {}

  @Test
  void noDescriptionEndsWithinASentence() {
    List<Text> texts = new ArrayList<>();
    collect(Main.commandLine(Map.of()), texts);

    assertThat(texts)
        .hasSizeGreaterThan(200)
        .allSatisfy(text -> {
          assertThat(text.lines()).as(text.of()).isNotEmpty();
          // Each line is an element of the annotation: only the first is shown in a list of
          // commands.
          assertThat(text.lines())
              .as(text.of())
              .allMatch(
                  line -> line.matches("|(?s)[A-Z\\d].*[.)]"), "a whole sentence or a blank line")
              .noneMatch(line -> line.contains("\n"), "a hard line break");
        });
  }

  @Test
  void noPlaceholderIsLeft() {
    CommandLine all = Main.commandLine(Map.of());
    for (CommandLine command : all.getSubcommands().values()) {
      assertThat(command.getUsageMessage()).doesNotContain("${", "%%");
    }
  }

  private static void collect(CommandLine command, List<Text> texts) {
    CommandSpec spec = command.getCommandSpec();
    String name = spec.qualifiedName();
    texts.add(new Text(name, spec.usageMessage().description()));
    for (ArgSpec argument : spec.args()) {
      if (argument.hidden()) {
        continue;
      }
      String label =
          argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
      texts.add(new Text(name + " " + label, argument.description()));
    }
    command.getSubcommands().values().forEach(each -> collect(each, texts));
  }
}
