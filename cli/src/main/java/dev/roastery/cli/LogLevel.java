package dev.roastery.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** The level of ROASTERY_LOG. logback.xml reads it, and would take a misspelt one for "debug". */
final class LogLevel {

  private static final List<String> LEVELS =
      List.of("trace", "debug", "info", "warn", "error", "off");

  private LogLevel() {}

  /**
   * To be called before anything logs: the simulator's nodes crash thousands of times a second, and
   * what they log is of interest to no user, unless ROASTERY_LOG asks for it.
   */
  static void choose(String[] arguments) {
    if (List.of(arguments).contains("simulate")) {
      System.setProperty("roastery.log.level", "off");
    }
  }

  static void check(Map<String, String> environment, CommandLine commandLine) {
    String level = environment.getOrDefault("ROASTERY_LOG", "");
    if (!level.isEmpty() && !LEVELS.contains(level.toLowerCase(Locale.ROOT))) {
      throw new ParameterException(
          commandLine, "ROASTERY_LOG is '" + level + "', not one of " + String.join(", ", LEVELS));
    }
  }
}
