package dev.roastery.cli.chaos.target;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The docker command line. */
record Docker(String program) {

  /** What it prints; it must succeed. */
  String run(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(List.of(words));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("'" + String.join(" ", command) + "' fails: " + output.strip());
    }
    return output;
  }
}
