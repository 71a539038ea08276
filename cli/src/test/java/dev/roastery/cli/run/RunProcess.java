package dev.roastery.cli.run;

import dev.roastery.cli.Installed;
import dev.roastery.cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** {@code roastery run} as processes of their own, which share a folder for what is temporary. */
record RunProcess(Path folder, Path temporary) {

  static RunProcess in(Path folder) throws IOException {
    return new RunProcess(folder, Files.createDirectories(folder.resolve("tmp")));
  }

  Outcome.Running start(Map<String, String> environment, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(Installed.roastery(temporary));
    command.add("run");
    command.addAll(List.of(arguments));
    return Outcome.start(folder, environment, command);
  }

  static void interrupt(Process process) throws IOException, InterruptedException {
    new ProcessBuilder("sh", "-c", "kill -INT " + process.pid()).start().waitFor();
  }

  static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
