package dev.roastery.harness;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Ends what this JVM started even when it is killed: a shell that reads a pipe from this JVM, and
 * runs one command when that pipe ends, for whatever reason it does.
 */
public record Leash(Process shell) implements AutoCloseable {

  public static Leash onDeath(String... command) throws IOException {
    // These reach a whole group of processes; the leash must outlive the JVM.
    List<String> words =
        new ArrayList<>(
            List.of("sh", "-c", "trap '' INT HUP TERM; cat >/dev/null; exec \"$@\"", "leash"));
    words.addAll(List.of(command));
    return new Leash(
        new ProcessBuilder(words)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start());
  }

  public static Leash killing(Process process) throws IOException {
    return onDeath("kill", "-9", Long.toString(process.pid()));
  }

  /** Takes the leash off; the command is not run. */
  @Override
  public void close() {
    shell.destroyForcibly();
  }
}
