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

  static void check(Map<String, String> environment, CommandLine commandLine) {
    String level = environment.getOrDefault("ROASTERY_LOG", "info");
    if (!LEVELS.contains(level.toLowerCase(Locale.ROOT))) {
      throw new ParameterException(
          commandLine, "ROASTERY_LOG is '" + level + "', not one of " + String.join(", ", LEVELS));
    }
  }
}
