package dev.roastery.simulation.wiring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.harness.ChildProcess;
import dev.roastery.simulation.process.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A process that {@link WiredMain} runs in. */
final class WiredNode implements AutoCloseable {

  private final Path folder;
  private final ChildProcess child;

  private WiredNode(Path folder, ChildProcess child) {
    this.folder = folder;
    this.child = child;
  }

  /** A node over that broker; {@code words} are what to start, and options. */
  static WiredNode start(Path folder, Wiring wiring, String amqp, List<String> words)
      throws IOException {
    return start(folder, wiring, amqp, folder.resolve("state").toString(), words);
  }

  /** The same with its state in that place. */
  static WiredNode start(Path folder, Wiring wiring, String amqp, String state, List<String> words)
      throws IOException {
    List<String> all = new ArrayList<>(List.of(wiring.name()));
    all.addAll(words);
    all.addAll(List.of("--amqp=" + amqp, "--state=" + state, "--heartbeat=1"));
    all.add("--partitions=aggregator=1,maximizer=1,absolute=1,joiner=1");
    return start(folder, all);
  }

  /** The all-in-one service, with a job; this partition stands still at its first message. */
  static WiredNode startDev(Path folder, Wiring wiring, String partition) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(StandStill.order(folder, StandStill.AT_MESSAGE), partition);
    String state = folder.resolve("state").toString();
    return start(folder, List.of(wiring.name(), WiredMain.DEV, state));
  }

  private static WiredNode start(Path folder, List<String> words) throws IOException {
    Files.createDirectories(folder);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m"));
    command.add("-D" + StandStill.FOLDER + "=" + folder);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(WiredMain.class.getName());
    command.addAll(words);
    return new WiredNode(folder, ChildProcess.start(command, Map.of(), folder.resolve("log")));
  }

  long pid() {
    return child.process().pid();
  }

  boolean isRunning() {
    return child.isRunning();
  }

  boolean endsWithin(int seconds) {
    try {
      return child.process().waitFor(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  int exitCode() {
    return child.process().exitValue();
  }

  String said() {
    try {
      return Files.readString(folder.resolve("log"));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  void awaitSaid(String words) {
    Waiting.until(
        () -> "it says '" + words + "': " + said(),
        () -> {
          assertThat(isRunning() || said().contains(words)).as("it runs: %s", said()).isTrue();
          return said().contains(words);
        });
  }

  void terminate() {
    child.process().destroy();
  }

  /** From now on that partition stands still there. */
  void hold(String place, String partition) throws IOException {
    Files.writeString(StandStill.order(folder, place), partition);
  }

  void awaitHeld(String place) {
    Path reached = StandStill.reached(StandStill.order(folder, place));
    Waiting.until(() -> place + " is reached: " + said(), () -> Files.exists(reached));
  }

  void release(String place) throws IOException {
    Files.delete(StandStill.order(folder, place));
  }

  @Override
  public void close() {
    child.kill();
  }
}
