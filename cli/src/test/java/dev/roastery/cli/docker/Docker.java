package dev.roastery.cli.docker;

import dev.roastery.cli.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The {@code docker} command, with variables beside those of this process. */
record Docker(Map<String, String> environment) {

  private static final long MINUTES_MAX = 15;

  /** What it prints; it has to succeed. */
  String run(String... arguments) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("docker"));
    words.addAll(List.of(arguments));
    Path out = Files.createTempFile("docker", ".out");
    Path err = Files.createTempFile("docker", ".err");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(words)
              .directory(Repository.ROOT.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      builder.environment().putAll(environment);
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(MINUTES_MAX, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new AssertionError("no end of " + words + "\n" + Files.readString(err));
      }
      if (process.exitValue() != 0) {
        throw new AssertionError(
            String.join(" ", words) + "\n" + Files.readString(out) + Files.readString(err));
      }
      return Files.readString(out);
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  List<String> lines(String... arguments) throws IOException, InterruptedException {
    return run(arguments).lines().filter(line -> !line.isBlank()).toList();
  }
}
