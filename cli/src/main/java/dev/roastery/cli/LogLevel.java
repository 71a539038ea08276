package dev.roastery.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The level of ROASTERY_LOG and the format of ROASTERY_LOG_FORMAT. Logback would take a misspelt
 * level for "debug".
 */
final class LogLevel {

  private static final List<String> LEVELS =
      List.of("trace", "debug", "info", "warn", "error", "off");

  private static final String FORMAT = "ROASTERY_LOG_FORMAT";
  private static final List<String> FORMATS = List.of("text", "json");

  private LogLevel() {}

  /**
   * To be called before anything logs: the simulator's nodes crash thousands of times a second, and
   * what they log is of interest to no user; and who starts a service for himself wants to know
   * where it is. Unless ROASTERY_LOG asks for it.
   */
  static void choose(String[] arguments, Map<String, String> environment) {
    List<String> words = List.of(arguments);
    String command = words.stream().filter(word -> !word.startsWith("-")).findFirst().orElse("");
    if (command.equals("simulate")) {
      System.setProperty("roastery.log.level", "off");
    } else if (command.equals("dev") && !words.contains("--verbose")) {
      System.setProperty("roastery.log.level", "warn");
    }
    String format = environment.getOrDefault(FORMAT, "").toLowerCase(Locale.ROOT);
    if (FORMATS.contains(format)) {
      System.setProperty("roastery.log.format", format);
    }
  }

  static void check(Map<String, String> environment, CommandLine commandLine) {
    check("ROASTERY_LOG", LEVELS, environment, commandLine);
    check(FORMAT, FORMATS, environment, commandLine);
  }

  private static void check(
      String variable,
      List<String> allowed,
      Map<String, String> environment,
      CommandLine commandLine) {
    String value = environment.getOrDefault(variable, "");
    if (!value.isEmpty() && !allowed.contains(value.toLowerCase(Locale.ROOT))) {
      throw new ParameterException(
          commandLine, variable + " is '" + value + "', not one of " + String.join(", ", allowed));
    }
  }
}
