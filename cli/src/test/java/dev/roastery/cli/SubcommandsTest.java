package dev.roastery.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.help.CommandGroup;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A command line has the command that it names, and no time is spent on the others. */
class SubcommandsTest {

  static Stream<String> alone() {
    return Arrays.stream(CommandGroup.values())
        .flatMap(group -> group.commands().stream())
        .filter(name -> !List.of("help", "completion").contains(name));
  }

  @ParameterizedTest
  @MethodSource("alone")
  void aNamedCommandIsTheOnlyOne(String name) {
    assertThat(commands(name, "--help")).containsExactly(name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--help", "--verbose run", "help", "help run", "completion", "rnu"})
  void whereNoneIsNamedFirstThereAreAll(String line) {
    assertThat(commands(line.split(" ", -1))).hasSizeGreaterThan(30).contains("run", "help");
  }

  @Test
  void theVersionNeedsNone() {
    assertThat(commands("--version")).isEmpty();
    assertThat(commands("-V")).isEmpty();
  }

  private static List<String> commands(String... arguments) {
    return List.copyOf(Main.commandLine(Map.of(), arguments).getSubcommands().keySet());
  }
}
