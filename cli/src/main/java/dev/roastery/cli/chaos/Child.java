package dev.roastery.cli.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A process of ours that may be killed, and that does not outlive us however we end: a shell reads
 * a pipe from this JVM and kills the process when that pipe ends.
 */
record Child(Process process, Process leash) {

  private static final long STOP_SECONDS_MAX = 60;
  private static final long BROKER_STOP_SECONDS_MAX = 15;

  /** What is said goes to the end of the log. */
  static Child start(List<String> words, Map<String, String> environment, Path log)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(name -> name.matches("(RABBITMQ|ERL|ROASTERY)_.*"));
    builder.environment().putAll(environment);
    Process process = builder.start();
    String pid = Long.toString(process.pid());
    // These reach a whole group of processes; the leash must outlive us.
    String script = "trap '' INT HUP TERM; cat >/dev/null; exec kill -9 " + pid;
    Process leash =
        new ProcessBuilder("sh", "-c", script)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    return new Child(process, leash);
  }

  boolean isRunning() {
    return process.isAlive();
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
    leash.destroyForcibly();
  }

  void stop() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          "process " + process.pid() + " has not ended " + STOP_SECONDS_MAX + " s after SIGTERM");
    }
    leash.destroyForcibly();
  }

  /** As an orchestrator does: a RabbitMQ that is still starting may not hear a SIGTERM. */
  void stopOrKill() throws InterruptedException {
    process.destroy();
    if (process.waitFor(BROKER_STOP_SECONDS_MAX, TimeUnit.SECONDS)) {
      leash.destroyForcibly();
    } else {
      kill();
    }
  }

  /** STOP or CONT. */
  void signal(String name) throws IOException, InterruptedException {
    if (isRunning()) {
      new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor();
    }
  }
}
