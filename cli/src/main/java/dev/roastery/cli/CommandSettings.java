package dev.roastery.cli;

import dev.roastery.cli.operate.ClientCommand;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.storage.IoReason;
import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/**
 * The value of an option that is not on the command line. For every command that is {@link
 * SettableByVariable}: {@code ROASTERY_<COMMAND>_<OPTION>}. For gateway commands then {@code
 * ROASTERY_<OPTION>} if all these commands have the option, then the file ({@code option = value}
 * for every command, {@code command.option = value} for one). At last the default in the help. A
 * variable that is empty counts as not set, since compose files pass variables on that way.
 */
final class CommandSettings implements IDefaultValueProvider {

  /** The default of an option that a variable sets, as the annotation has it. */
  private static final Pattern OF_VARIABLE =
      Pattern.compile("\\$\\{env:(?<name>\\w+)(?::-(?<otherwise>.*))?}");

  private final Map<String, String> environment;
  private @Nullable Map<String, String> file;

  CommandSettings(Map<String, String> environment) {
    this.environment = environment;
  }

  @Override
  public @Nullable String defaultValue(ArgSpec argument) {
    String otherwise = insteadOfEmpty(argument);
    if (otherwise != null) {
      return otherwise;
    }
    CommandSpec command = argument.command();
    if (!(command.userObject() instanceof SettableByVariable)
        || !(argument instanceof OptionSpec option)
        || !isSetting(option)) {
      return null;
    }
    String name = name(option);
    String ofCommand = "ROASTERY_" + variable(command.name()) + "_" + variable(name);
    if (isSet(ofCommand)) {
      return environment.get(ofCommand);
    }
    return command.userObject() instanceof ClientCommand ? ofGateway(name, command) : null;
  }

  private @Nullable String ofGateway(String name, CommandSpec command) {
    String shared = "ROASTERY_" + variable(name);
    if (ClientCommand.COMMON.contains(name) && isSet(shared)) {
      return environment.get(shared);
    }
    Map<String, String> settings = file(command);
    return settings.getOrDefault(command.name() + "." + name, settings.get(name));
  }

  private boolean isSet(String variable) {
    return !environment.getOrDefault(variable, "").isEmpty();
  }

  /** What holds for an option whose variable is there and empty, which picocli would take. */
  private @Nullable String insteadOfEmpty(ArgSpec argument) {
    Option option =
        argument.userObject() instanceof AnnotatedElement element
            ? element.getAnnotation(Option.class)
            : null;
    if (option == null) {
      return null;
    }
    Matcher variable = OF_VARIABLE.matcher(option.defaultValue());
    if (!variable.matches() || !"".equals(environment.get(variable.group("name")))) {
      return null;
    }
    return Objects.requireNonNullElse(variable.group("otherwise"), Option.NULL_VALUE);
  }

  private static String variable(String name) {
    return name.replace('-', '_').toUpperCase(Locale.ROOT);
  }

  private Map<String, String> file(CommandSpec command) {
    Map<String, String> known = file;
    if (known == null) {
      known = read(command);
      file = known;
    }
    return known;
  }

  private Map<String, String> read(CommandSpec command) {
    Path config = Path.of(environment.getOrDefault("HOME", ""), ".config");
    String xdg = environment.getOrDefault("XDG_CONFIG_HOME", "");
    Path user = (xdg.isEmpty() ? config : Path.of(xdg)).resolve("roastery/config");
    for (Path candidate : List.of(Path.of("roastery.conf"), user)) {
      if (Files.isRegularFile(candidate)) {
        return read(candidate, command);
      }
    }
    return Map.of();
  }

  private Map<String, String> read(Path from, CommandSpec command) {
    Set<String> allowed = names(Main.commandLine(environment).getCommandSpec()); // of all commands
    Map<String, String> settings = new TreeMap<>();
    List<String> lines = new ArrayList<>();
    try {
      lines.addAll(Files.readAllLines(from));
    } catch (IOException e) {
      throw new ParameterException(
          command.commandLine(), "cannot read " + from + ": " + IoReason.of(e));
    }
    for (int at = 0; at < lines.size(); at++) {
      String line = lines.get(at).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String[] parts = line.split("=", 2);
      String key = parts[0].strip();
      if (parts.length < 2 || !allowed.contains(key)) {
        String wrong =
            parts.length < 2
                ? "is not 'option = value'"
                : "unknown option "
                    + NameSuggestions.quoted(key)
                    + NameSuggestions.insteadOf(key, allowed);
        throw new ParameterException(
            command.commandLine(), from + ", line " + (at + 1) + ": " + wrong);
      }
      settings.put(key, parts[1].strip());
    }
    return settings;
  }

  private static Set<String> names(CommandSpec root) {
    Set<String> names = new TreeSet<>();
    root.subcommands()
        .forEach((command, line) -> {
          if (line.getCommandSpec().userObject() instanceof ClientCommand) {
            for (OptionSpec option : line.getCommandSpec().options()) {
              if (isSetting(option)) {
                names.add(name(option));
                names.add(command + "." + name(option));
              }
            }
          }
        });
    return names;
  }

  private static boolean isSetting(OptionSpec option) {
    return !option.usageHelp() && !option.versionHelp() && !option.inherited();
  }

  private static String name(OptionSpec option) {
    return option.longestName().replaceFirst("^--", "");
  }
}
