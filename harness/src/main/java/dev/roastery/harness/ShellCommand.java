package dev.roastery.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command that is run to its end, but no longer than a time limit. */
public record ShellCommand(List<String> words, Map<String, String> environment) {

  /** How it ended; a command that is missing or took too long has failed, and says so. */
  public record Outcome(boolean succeeded, String output) {

    public String lastLine() {
      List<String> lines = output.strip().lines().toList();
      return lines.isEmpty() ? "it said nothing" : lines.getLast();
    }
  }

  public static ShellCommand of(String... words) {
    return new ShellCommand(List.of(words), Map.of());
  }

  /** Root over the machine, not only over a user namespace. */
  static boolean isRoot() {
    Outcome user = of("id", "-u").run(Duration.ofSeconds(10));
    Outcome range = of("cat", "/proc/self/uid_map").run(Duration.ofSeconds(10));
    return user.output().strip().equals("0")
        && (!range.succeeded() || range.output().contains("4294967295"));
  }

  public Outcome run(Duration limit) {
    try {
      Path output = Files.createTempFile("roastery-command", ".out");
      try {
        return run(limit, output);
      } finally {
        Files.delete(output);
      }
    } catch (IOException e) {
      return new Outcome(false, String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + words, e);
    }
  }

  // The output goes to a file: a child that outlives the limit cannot hold a pipe's reader up.
  private Outcome run(Duration limit, Path output) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      return new Outcome(false, "no end after " + limit.toSeconds() + " s");
    }
    return new Outcome(process.exitValue() == 0, Files.readString(output));
  }
}
