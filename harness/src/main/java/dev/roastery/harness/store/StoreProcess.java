package dev.roastery.harness.store;

import dev.roastery.harness.ChildProcess;
import dev.roastery.harness.LoopbackPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A {@link StoreServer} in a process of its own, at a loopback port that stays the same, which may
 * be killed and restarted: its objects are files below its folder. It ends with this JVM, however
 * the JVM ends.
 */
public final class StoreProcess implements AutoCloseable {

  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);

  private final Path folder;
  private final List<String> java;
  private final int port = LoopbackPort.free();
  private @Nullable ChildProcess child;

  /**
   * A server that is not running yet.
   *
   * @param folder for its objects and its log
   * @param java the program, its options and its class path
   */
  public StoreProcess(Path folder, List<String> java) {
    this.folder = folder.toAbsolutePath();
    this.java = List.copyOf(java);
  }

  public int port() {
    return port;
  }

  /** Where its objects are, each a file. */
  public Path objects() {
    return folder.resolve("objects");
  }

  /** What the process prints. */
  public Path console() {
    return folder.resolve("console.log");
  }

  /** Starts it unless it is running, and does not wait until it serves. */
  public void start() throws IOException {
    if (!isRunning()) {
      Files.createDirectories(folder);
      List<String> words = new ArrayList<>(java);
      words.add(StoreMain.class.getName());
      words.addAll(List.of(objects().toString(), "127.0.0.1", Integer.toString(port)));
      child = ChildProcess.start(words, Map.of(), console());
    }
  }

  public boolean isRunning() {
    ChildProcess running = child;
    return running != null && running.isRunning();
  }

  /** SIGKILL. */
  public void kill() {
    ChildProcess running = child;
    if (running != null) {
      running.kill();
    }
  }

  /** SIGTERM: what is under way is cut off. */
  public void stop() {
    ChildProcess running = child;
    if (running != null) {
      running.stop(STOP_LIMIT);
    }
  }

  /** Sends STOP or CONT: while it stands still, its connections stay open, and nobody answers. */
  public void signal(String name) throws IOException, InterruptedException {
    ChildProcess running = child;
    if (running != null) {
      running.signal(name);
    }
  }

  @Override
  public void close() {
    kill();
  }
}
