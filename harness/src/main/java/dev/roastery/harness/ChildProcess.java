package dev.roastery.harness;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process that may be killed, and that ends with this JVM however the JVM ends. */
public record ChildProcess(Process process, Leash leash) {

  /** Settings of our own environment that must not reach the processes that we start. */
  private static final String FOREIGN = "(RABBITMQ|ERL|ROASTERY)_.*";

  /** Output goes to the end of the log; {@code environment} comes on top of this JVM's own. */
  public static ChildProcess start(List<String> words, Map<String, String> environment, Path log)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(name -> name.matches(FOREIGN));
    builder.environment().putAll(environment);
    Process process = builder.start();
    return new ChildProcess(process, Leash.killing(process));
  }

  public boolean isRunning() {
    return process.isAlive();
  }

  /** SIGKILL. */
  public void kill() {
    process.destroyForcibly();
    process.onExit().join();
    leash.close();
  }

  /** SIGTERM, as an orchestrator does, and SIGKILL after that long. */
  public void stop(Duration limit) {
    process.destroy();
    process.onExit().completeOnTimeout(process, limit.toMillis(), TimeUnit.MILLISECONDS).join();
    kill();
  }

  /** Sends STOP or CONT. */
  public void signal(String name) throws IOException, InterruptedException {
    if (isRunning()) {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }
  }
}
