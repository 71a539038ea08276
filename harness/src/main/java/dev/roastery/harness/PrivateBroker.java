package dev.roastery.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A private RabbitMQ node with its own folder and loopback ports, which may be killed and
 * restarted. It shares nothing with a RabbitMQ that runs on this machine: not the node's name, nor
 * the Erlang cookie, nor epmd. It ends with this JVM, however the JVM ends.
 */
public final class PrivateBroker implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
  private static final Duration COMMAND_LIMIT = Duration.ofMinutes(1);
  private static final int ANSWER_MILLIS_MAX = 10_000;
  private static final int LAST_WORDS_CHARACTERS = 2_000;

  /** The header of AMQP 0-9-1; a broker that serves answers with a method frame, of type 1. */
  private static final byte[] PROTOCOL_HEADER = {'A', 'M', 'Q', 'P', 0, 0, 9, 1};

  private static final int METHOD_FRAME = 1;

  private final RabbitInstallation installation;
  private final BrokerSettings settings;
  private final @Nullable ChildProcess epmd;
  private @Nullable ChildProcess node;

  private PrivateBroker(
      RabbitInstallation installation, BrokerSettings settings, @Nullable ChildProcess epmd) {
    this.installation = installation;
    this.settings = settings;
    this.epmd = epmd;
  }

  /** A node that is not running yet; its URI is known. */
  public static PrivateBroker prepare(RabbitInstallation installation, Path folder)
      throws IOException {
    BrokerSettings settings = BrokerSettings.in(folder.toAbsolutePath());
    settings.writeFiles();
    ChildProcess epmd =
        ChildProcess.start(List.of("epmd"), settings.environment(), settings.console());
    return new PrivateBroker(installation, settings, epmd);
  }

  /** A running node of the cluster that this one is in; this one is to be closed last. */
  public PrivateBroker startPeer(Path folder) {
    PrivateBroker peer = preparePeer(folder);
    peer.join(this);
    return peer;
  }

  /** A node that is not running yet and can join this one, which is to be closed last. */
  public PrivateBroker preparePeer(Path folder) {
    try {
      BrokerSettings beside = settings.beside(folder.toAbsolutePath());
      beside.writeFiles();
      // It shares our epmd.
      return new PrivateBroker(installation, beside, null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Has the node, which is not running yet, tell its metrics to Prometheus; returns the port. */
  public int enableMetrics() {
    int port = LoopbackPort.free();
    try {
      settings.enableMetrics(port);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return port;
  }

  /** Starts the node, which has never run, as one of the other's cluster. */
  public void join(PrivateBroker other) {
    restart();
    rabbitmqctl("stop_app");
    rabbitmqctl("join_cluster", other.name());
    rabbitmqctl("start_app");
  }

  /** As the nodes of its cluster call it. */
  public String name() {
    return settings.nodeName();
  }

  public String uri() {
    return "amqp://guest:guest@127.0.0.1:" + settings.amqpPort();
  }

  public int port() {
    return settings.amqpPort();
  }

  /** What the node prints. */
  public Path console() {
    return settings.console();
  }

  /** Starts the node unless it is running, and does not wait until it serves. */
  public void start() throws IOException {
    if (!isRunning()) {
      List<String> words = List.of(installation.script("rabbitmq-server"));
      node = ChildProcess.start(words, settings.environment(), settings.console());
    }
  }

  /** Starts the node, which is not running, and returns when it accepts clients. */
  public void restart() {
    try {
      start();
      awaitServing();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while RabbitMQ started", e);
    }
  }

  private void awaitServing() throws IOException, InterruptedException {
    ChildProcess started = node;
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (started != null && !serves()) {
      if (started.process().waitFor(100, TimeUnit.MILLISECONDS) || System.nanoTime() > deadline) {
        kill();
        throw new IllegalStateException(
            "RabbitMQ does not start in %s, its last words: %s"
                .formatted(settings.folder(), lastWords()));
      }
    }
  }

  private boolean serves() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      socket.setSoTimeout(ANSWER_MILLIS_MAX);
      socket.getOutputStream().write(PROTOCOL_HEADER);
      return socket.getInputStream().read() == METHOD_FRAME;
    } catch (IOException _) {
      return false;
    }
  }

  public boolean isRunning() {
    ChildProcess running = node;
    return running != null && running.isRunning();
  }

  /** kill -9. */
  public void kill() {
    ChildProcess running = node;
    if (running != null) {
      running.kill();
    }
  }

  /** Sends STOP or CONT: while it stands still, its connections stay open, and nobody answers. */
  public void signal(String name) throws IOException, InterruptedException {
    ChildProcess running = node;
    if (running != null) {
      running.signal(name);
    }
  }

  /** An orderly stop, if the node hears of it: one that is still starting may not. */
  public void stop() {
    ChildProcess running = node;
    if (running != null) {
      running.stop(STOP_LIMIT);
    }
  }

  /** Runs rabbitmqctl against this node, and returns what it printed. */
  public String rabbitmqctl(String... arguments) {
    return run("rabbitmqctl", arguments);
  }

  /** Runs rabbitmq-queues against this node, and returns what it printed. */
  public String rabbitmqQueues(String... arguments) {
    return run("rabbitmq-queues", arguments);
  }

  private String run(String script, String... arguments) {
    List<String> words = new ArrayList<>();
    words.add(installation.script(script));
    words.add("-q");
    words.addAll(List.of(arguments));
    ShellCommand.Outcome outcome =
        new ShellCommand(words, settings.environment()).run(COMMAND_LIMIT);
    if (!outcome.succeeded()) {
      throw new IllegalStateException(String.join(" ", arguments) + ": " + outcome.output());
    }
    return outcome.output();
  }

  @Override
  public void close() {
    kill();
    if (epmd != null) {
      epmd.kill();
    }
  }

  private String lastWords() throws IOException {
    String console = Files.readString(settings.console(), UTF_8).strip();
    return console.substring(Math.max(0, console.length() - LAST_WORDS_CHARACTERS));
  }
}
