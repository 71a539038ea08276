package dev.roastery.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/**
 * A RabbitMQ node of our own, in a folder of its own, on loopback ports of its own, that a test may
 * kill and start again. It shares nothing with a RabbitMQ that runs on this machine: not the node's
 * name, nor the Erlang cookie, nor epmd. It ends with this JVM, however that one ends.
 */
public final class PrivateNode implements Broker {

  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration COMMAND_LIMIT = Duration.ofMinutes(1);

  private final Installation installation;
  private final NodeSettings settings;
  private final @Nullable Process epmd;
  private final @Nullable Leash epmdLeash;
  private @Nullable Process node;
  private @Nullable Leash nodeLeash;

  private PrivateNode(Installation installation, Path folder) throws IOException {
    this.installation = installation;
    this.settings = NodeSettings.in(folder);
    settings.writeFiles();
    this.epmd = builder("epmd").start();
    this.epmdLeash = Leash.killing(epmd);
  }

  /** Joins the cluster of another, with which it shares epmd: that one is to be closed last. */
  private PrivateNode(PrivateNode first, Path folder) throws IOException {
    this.installation = first.installation;
    this.settings = first.settings.beside(folder);
    settings.writeFiles();
    this.epmd = null;
    this.epmdLeash = null;
  }

  /** A running node of the cluster that this one is in. */
  public PrivateNode startPeer(Path folder) {
    try {
      PrivateNode peer = new PrivateNode(this, folder.toAbsolutePath());
      peer.restart();
      peer.rabbitmqctl("stop_app");
      peer.rabbitmqctl("join_cluster", name());
      peer.rabbitmqctl("start_app");
      return peer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As the nodes of its cluster call it. */
  public String name() {
    return settings.nodeName();
  }

  /**
   * A node that is not running yet; its URI is known. The test is skipped where RabbitMQ is neither
   * installed nor can be.
   */
  public static PrivateNode prepare(Path folder) {
    Installation installation =
        Installation.find()
            .or(() -> Installation.install(System.out::println))
            .orElseThrow(() ->
                new TestAbortedException(
                    "this test kills a RabbitMQ of its own, and none is installed: install"
                        + " rabbitmq-server (it need not run)"));
    return prepare(installation, folder);
  }

  static PrivateNode prepare(Installation installation, Path folder) {
    try {
      return new PrivateNode(installation, folder.toAbsolutePath());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A node that is running. */
  public static PrivateNode start(Path folder) {
    PrivateNode node = prepare(folder);
    node.restart();
    return node;
  }

  @Override
  public String uri() {
    return "amqp://guest:guest@127.0.0.1:" + settings.amqpPort();
  }

  public int port() {
    return settings.amqpPort();
  }

  /** Starts the node, which is not running, and returns when it accepts clients. */
  public void restart() {
    try {
      Process started = builder(installation.script("rabbitmq-server")).start();
      node = started;
      nodeLeash = Leash.killing(started);
      long deadline = System.nanoTime() + START_LIMIT.toNanos();
      while (!Probe.connects(uri())) {
        if (started.waitFor(100, TimeUnit.MILLISECONDS) || System.nanoTime() > deadline) {
          kill();
          throw new IllegalStateException(
              "RabbitMQ does not start in "
                  + settings.folder()
                  + ", its last words: "
                  + lastWords());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while RabbitMQ started", e);
    }
  }

  /** kill -9. */
  public void kill() {
    end(Process::destroyForcibly);
  }

  /** An orderly stop. */
  public void stop() {
    end(Process::destroy);
  }

  private void end(Consumer<Process> signal) {
    Process running = node;
    Leash leash = nodeLeash;
    if (running == null || leash == null) {
      return;
    }
    signal.accept(running);
    running.onExit().join();
    leash.close();
    node = null;
    nodeLeash = null;
  }

  /** Runs rabbitmqctl against this node, and returns what it printed. */
  public String rabbitmqctl(String... arguments) {
    List<String> words = new ArrayList<>();
    words.add(installation.script("rabbitmqctl"));
    words.add("-q");
    words.addAll(List.of(arguments));
    Command.Outcome outcome = new Command(words, settings.environment()).run(COMMAND_LIMIT);
    if (!outcome.succeeded()) {
      throw new IllegalStateException(String.join(" ", arguments) + ": " + outcome.output());
    }
    return outcome.output();
  }

  @Override
  public void close() {
    kill();
    if (epmd != null && epmdLeash != null) {
      epmd.destroyForcibly();
      epmd.onExit().join();
      epmdLeash.close();
    }
  }

  private ProcessBuilder builder(String... words) {
    ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("RABBITMQ_") || name.startsWith("ERL_"));
    builder.environment().putAll(settings.environment());
    return builder
        .redirectInput(Path.of("/dev/null").toFile())
        .redirectOutput(ProcessBuilder.Redirect.appendTo(settings.console().toFile()));
  }

  private String lastWords() throws IOException {
    String console = Files.readString(settings.console(), UTF_8).strip();
    return console.substring(Math.max(0, console.length() - 2000));
  }
}
