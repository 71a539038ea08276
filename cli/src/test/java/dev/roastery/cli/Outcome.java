package dev.roastery.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** How a process ended, and what it said. */
public record Outcome(int code, String out, String err) {

  /** A process that runs; what it says goes to files, so that it never waits for its reader. */
  public record Running(Process process, Path out, Path err) {

    public Outcome await() throws IOException, InterruptedException {
      return await(Duration.ofMinutes(1));
    }

    public Outcome await(Duration limit) throws IOException, InterruptedException {
      if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(
            "still running after " + limit + ": " + process.info() + "; " + Files.readString(err));
      }
      return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
    }
  }

  /** Starts a command in a folder, with this environment and no other. */
  public static Running start(Path folder, Map<String, String> environment, List<String> command)
      throws IOException {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path err = Files.createTempFile(folder, "err", ".txt");
    var builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    return new Running(builder.start(), out, err);
  }
}
