package dev.roastery.cli.script;

import dev.roastery.cli.Outcome;
import dev.roastery.cli.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A copy of the scripts in a folder with a space in its name. Of the system's commands it sees only
 * those that the scripts are known to need, so that no JDK and no network is found by chance.
 */
final class Checkout {

  private static final List<String> COMMANDS =
      List.of(
          "sh basename cat cp dirname find flock grep head id ln mkdir mv nice readlink rm sed sha256sum"
              .concat(" sleep tail touch tr")
              .split(" "));

  final Path root;
  private final Path commands;
  private final Map<String, String> environment = new TreeMap<>();

  Checkout(Path folder) throws IOException {
    root = Files.createDirectories(folder.resolve("a checkout"));
    commands = Files.createDirectories(folder.resolve("bin"));
    for (String command : COMMANDS) {
      Files.createSymbolicLink(commands.resolve(command), find(command));
    }
    for (String file :
        List.of(
            "gradlew",
            "roastery",
            "scripts/find-jdk.sh",
            "gradle/wrapper/gradle-wrapper.properties")) {
      Files.createDirectories(root.resolve(file).getParent());
      Files.copy(Repository.ROOT.resolve(file), root.resolve(file));
    }
    environment.put("PATH", commands.toString());
    environment.put("HOME", Files.createDirectories(folder.resolve("home")).toString());
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("JDK_FOLDERS", folder.resolve("nowhere").toString());
  }

  Checkout having(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  /** A command of the system that does what this script says. */
  Checkout havingCommand(String name, String script) throws IOException {
    write(commands.resolve(name), script);
    return this;
  }

  /** A file of the checkout that is this script. */
  Checkout havingScript(String path, String script) throws IOException {
    write(root.resolve(path), script);
    return this;
  }

  Path home() {
    return Path.of(environment.getOrDefault("HOME", ""));
  }

  Outcome run(String script, String... arguments) throws IOException, InterruptedException {
    return start(script, arguments).await();
  }

  Outcome.Running start(String script, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(root.resolve(script).toString()));
    command.addAll(List.of(arguments));
    return Outcome.start(root.getParent(), environment, command);
  }

  private static void write(Path file, String script) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static Path find(String command) {
    return Stream.of("/usr/bin", "/bin")
        .map(folder -> Path.of(folder, command))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new AssertionError("this system has no " + command));
  }
}
