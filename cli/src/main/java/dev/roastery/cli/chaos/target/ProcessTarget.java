package dev.roastery.cli.chaos.target;

import com.fasterxml.jackson.databind.JsonNode;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.harness.ChildProcess;
import dev.roastery.harness.LoopbackPort;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.harness.RabbitInstallation;
import dev.roastery.harness.TcpProxy;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of plain processes on loopback, below one folder:
 *
 * <pre>
 *   logs/aggregator-1.log ...   the log of each node, over all its restarts
 *   volumes/aggregator/ ...     one a stage, shared by its nodes; or only the gateway's, and
 *   store/                      the private object store with the state of the workers
 *   broker/                     the private RabbitMQ
 * </pre>
 */
public final class ProcessTarget implements ChaosTarget {

  /** The folder of an unpacked server, to be used before any installed one. */
  private static final String RABBITMQ_HOME = "ROASTERY_RABBITMQ_HOME";

  private static final int NODES_PER_WORKER = 2;
  private static final long RESTART_PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

  /** How often a node says that it lives: short, so that a fault of seconds is beyond it. */
  public static final int HEARTBEAT_SECONDS = 1;

  private final Path folder;
  private final Options options;
  private final PrivateBroker broker;
  private final @Nullable SlowStore store;
  private final int httpPort;
  private final Map<String, Node> nodes = new TreeMap<>();

  /** Prevents a process from being started while all processes are being stopped. */
  private volatile boolean isOver;

  /** Where the workers keep their state. */
  public enum StateIn {
    VOLUMES,
    STORE
  }

  /**
   * @param mainClass that of the command {@code roastery}
   * @param memory what each node gets as --memory
   */
  public record Options(String mainClass, @Nullable String memory, StateIn stateIn) {}

  private ProcessTarget(Path folder, Options options) throws IOException {
    this.folder = folder.toAbsolutePath();
    this.options = options;
    this.broker = PrivateBroker.prepare(installation(), this.folder.resolve("broker"));
    this.store =
        switch (options.stateIn()) {
          case VOLUMES -> null;
          case STORE -> new SlowStore(this.folder.resolve("store"), java());
        };
    this.httpPort = LoopbackPort.free();
  }

  /** One of our processes; it may be restarted many times. */
  private final class Node {
    private final String name;
    private final TcpProxy proxy;
    private @Nullable ChildProcess child;
    private boolean isWanted;
    private long startedNanos;

    Node(String name, TcpProxy proxy) {
      this.name = name;
      this.proxy = proxy;
    }

    void start() throws IOException {
      ChildProcess running = child;
      if (running == null || !running.isRunning()) {
        Path log = folder.resolve("logs").resolve(name + ".log");
        child = ChildProcess.start(command(stage(name)), environment(this), log);
        startedNanos = System.nanoTime();
      }
      isWanted = true;
    }

    void kill() {
      isWanted = false;
      ChildProcess running = child;
      if (running != null) {
        running.kill();
      }
    }

    void signal(String signal) throws IOException, InterruptedException {
      ChildProcess running = child;
      if (running != null) {
        running.signal(signal);
      }
    }

    boolean hasEndedByItself() {
      ChildProcess last = child;
      return isWanted && last != null && !last.isRunning();
    }

    boolean isPid(long pid) {
      ChildProcess running = child;
      return running != null && running.isRunning() && running.process().pid() == pid;
    }
  }

  /** Starts all. */
  public static ProcessTarget start(Path folder, Options options)
      throws IOException, InterruptedException {
    Files.createDirectories(folder.resolve("logs"));
    ProcessTarget target = new ProcessTarget(folder, options);
    try {
      target.startAll();
      return target;
    } catch (IOException | InterruptedException | RuntimeException e) {
      target.cleanUp();
      throw e;
    }
  }

  private static RabbitInstallation installation() throws IOException {
    return RabbitInstallation.find(RABBITMQ_HOME)
        .orElseThrow(() ->
            new IOException(
                "no RabbitMQ is installed here: install rabbitmq-server (it need not run), or say"
                    + " where one is by "
                    + RABBITMQ_HOME));
  }

  private void startAll() throws IOException, InterruptedException {
    add(GATEWAY);
    for (String worker : Pipeline.STANDARD.workers()) {
      for (int number = 1; number <= NODES_PER_WORKER; number++) {
        add(worker + "-" + number);
      }
    }
    start(BROKER);
    for (String name : parts().reversed()) {
      start(name);
    }
  }

  private void add(String name) throws IOException {
    nodes.put(name, new Node(name, new TcpProxy(broker.port())));
  }

  /** As this JVM was started, so that a node starts as fast as the command does. */
  private static List<String> java() {
    List<String> words = new ArrayList<>();
    words.add(ProcessHandle.current().info().command().orElse("java"));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.matches("-(XX:|Xlog:).*"))
        .forEach(words::add);
    words.addAll(List.of("-Xmx512m", "-cp", System.getProperty("java.class.path")));
    return words;
  }

  private List<String> command(String stage) {
    List<String> words = java();
    words.addAll(List.of(options.mainClass(), stage));
    return words;
  }

  private Map<String, String> environment(Node node) {
    Map<String, String> all = new TreeMap<>();
    all.put("ROASTERY_AMQP", "amqp://guest:guest@127.0.0.1:" + node.proxy.port());
    all.put("ROASTERY_STATE", folder.resolve("volumes").resolve(stage(node.name)).toString());
    all.put("ROASTERY_HEARTBEAT", Integer.toString(HEARTBEAT_SECONDS));
    all.put("ROASTERY_PARTITIONS", partitions());
    all.put("ROASTERY_NODES", Integer.toString(NODES_PER_WORKER));
    all.put("ROASTERY_HEALTH_PORT", "-1");
    all.put("ROASTERY_HTTP_PORT", Integer.toString(httpPort));
    String memory = options.memory();
    if (memory != null) {
      all.put("ROASTERY_MEMORY", memory);
    }
    if (store != null && !node.name.equals(GATEWAY)) {
      all.putAll(store.environment());
    }
    return all;
  }

  private static String stage(String name) {
    return ChaosTarget.stage(name);
  }

  private Node node(String name) {
    Node node = nodes.get(name);
    if (node == null) {
      throw new IllegalArgumentException("no node is called " + name);
    }
    return node;
  }

  @Override
  public URI gateway() {
    return URI.create("http://127.0.0.1:" + httpPort);
  }

  @Override
  public List<String> nodes() {
    return List.copyOf(nodes.keySet());
  }

  @Override
  public boolean hasStore() {
    return store != null;
  }

  private SlowStore store() {
    SlowStore ours = store;
    if (ours == null) {
      throw new IllegalArgumentException("this cluster has no object store");
    }
    return ours;
  }

  @Override
  public String partitions() {
    return Pipeline.STANDARD_PARTITIONS;
  }

  @Override
  public OptionalLong spilledBytes() throws IOException {
    if (options.memory() == null) {
      return OptionalLong.empty();
    }
    Path states = store == null ? folder.resolve("volumes") : store.server().objects();
    return OptionalLong.of(SpilledFiles.bytesBelow(states));
  }

  @Override
  public void kill(String name) {
    switch (name) {
      case BROKER -> broker.kill();
      case STORE -> store().server().kill();
      default -> node(name).kill();
    }
  }

  @Override
  public void stop(String name) {
    switch (name) {
      case BROKER -> broker.stop();
      case STORE -> store().server().stop();
      default ->
          throw new IllegalArgumentException(
              "only broker and store can be stopped with SIGTERM, not " + name);
    }
  }

  @Override
  public void start(String name) throws IOException {
    if (isOver) {
      throw new IOException("the cluster has been stopped");
    }
    switch (name) {
      case BROKER -> broker.start();
      case STORE -> store().server().start();
      default -> node(name).start();
    }
  }

  @Override
  public void pause(String name) throws IOException, InterruptedException {
    signal(name, "STOP");
  }

  @Override
  public void resume(String name) throws IOException, InterruptedException {
    signal(name, "CONT");
  }

  private void signal(String name, String signal) throws IOException, InterruptedException {
    switch (name) {
      case BROKER -> broker.signal(signal);
      case STORE -> store().server().signal(signal);
      default -> node(name).signal(signal);
    }
  }

  @Override
  public void stall(String name) {
    node(name).proxy.stall();
  }

  @Override
  public void mend(String name) {
    if (name.equals(STORE)) {
      store().mend();
    } else {
      node(name).proxy.resume();
    }
  }

  @Override
  public void slowStore() {
    store().slow();
  }

  @Override
  public void reset(String name) {
    node(name).proxy.cut();
  }

  @Override
  public List<Ended> supervise() throws IOException {
    List<Ended> ended = new ArrayList<>();
    for (Node node : nodes.values()) {
      ChildProcess last = node.child;
      if (last != null
          && node.hasEndedByItself()
          && System.nanoTime() - node.startedNanos > RESTART_PAUSE_NANOS) {
        ended.add(new Ended(node.name, last.process().exitValue()));
        start(node.name);
      }
    }
    if (!broker.isRunning()) {
      throw new IOException("RabbitMQ ended unexpectedly; see " + broker.console());
    }
    if (store != null) {
      store.supervise();
    }
    return ended;
  }

  @Override
  public @Nullable String nodeOf(JsonNode worker) {
    long pid = worker.path("pid").asLong();
    return nodes.values().stream()
        .filter(node -> node.isPid(pid))
        .map(node -> node.name)
        .findFirst()
        .orElse(null);
  }

  @Override
  public void cleanUp() throws IOException, InterruptedException {
    isOver = true;
    for (Node node : nodes.values()) {
      node.kill();
    }
    broker.close();
    if (store != null) {
      store.close();
    }
    for (Node node : nodes.values()) {
      node.proxy.close();
    }
  }
}
