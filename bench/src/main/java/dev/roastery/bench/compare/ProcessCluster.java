package dev.roastery.bench.compare;

import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.storage.FileDisk;
import dev.roastery.harness.ChildProcess;
import dev.roastery.harness.LoopbackPort;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.testkit.TestBroker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A RabbitMQ of our own, a gateway, and one worker of each kind: all there is to a cluster. */
final class ProcessCluster implements AutoCloseable {

  /** JVM options for the launcher: the only setting that the nodes inherit from this process. */
  private static final String JAVA_OPTIONS = "ROASTERY_JAVA_OPTS";

  private static final int LOOK_MILLIS = 100;

  /** RabbitMQ, with what it starts. */
  static final String BROKER = "broker";

  private static final Pattern OWNED = Pattern.compile("\"partition\":\"[^\"]+\",\"owner\":\"");

  private final Path launcher;
  private final Path folder;
  private final String javaOptions;
  private final Partitions partitions;
  private final Map<String, String> workers;
  private final List<ProcessHandle> others = ProcessHandle.current().descendants().toList();
  private final PrivateBroker broker;
  private final int port = LoopbackPort.free();
  private final List<ChildProcess> nodes = new ArrayList<>();
  private List<ProcessHandle> processes = List.of();

  private ProcessCluster(
      Path launcher,
      Path folder,
      String javaOptions,
      Partitions partitions,
      Map<String, String> workers) {
    this.launcher = launcher;
    this.folder = folder;
    this.javaOptions = javaOptions;
    this.partitions = partitions;
    this.workers = Map.copyOf(workers);
    this.broker = TestBroker.startPrivate(folder.resolve("broker"));
  }

  static ProcessCluster start(Path launcher, Path folder) throws IOException, InterruptedException {
    return start(launcher, folder, inherited());
  }

  static ProcessCluster start(Path launcher, Path folder, String javaOptions)
      throws IOException, InterruptedException {
    return start(launcher, folder, javaOptions, usual(), Map.of());
  }

  /** With so many partitions of each stage. */
  static ProcessCluster start(Path launcher, Path folder, int partitions)
      throws IOException, InterruptedException {
    Partitions all = Partitions.of(Pipeline.STANDARD, _ -> partitions);
    return start(launcher, folder, inherited(), all, Map.of());
  }

  /** With more settings for the workers, as environment variables. */
  static ProcessCluster start(Path launcher, Path folder, Map<String, String> workers)
      throws IOException, InterruptedException {
    return start(launcher, folder, inherited(), usual(), workers);
  }

  private static Partitions usual() {
    return Partitions.usual(Pipeline.STANDARD);
  }

  private static String inherited() {
    return Objects.requireNonNullElse(System.getenv(JAVA_OPTIONS), "");
  }

  /** Returns when every partition has an owner. What is in the folder is deleted. */
  private static ProcessCluster start(
      Path launcher,
      Path folder,
      String javaOptions,
      Partitions partitions,
      Map<String, String> workers)
      throws IOException, InterruptedException {
    FileDisk.deleteTree(folder);
    Files.createDirectories(folder.resolve("broker"));
    ProcessCluster cluster = new ProcessCluster(launcher, folder, javaOptions, partitions, workers);
    try {
      cluster.start(Pipeline.GATEWAY);
      for (String worker : Pipeline.STANDARD.workers()) {
        cluster.start(worker);
      }
      cluster.awaitReady();
      cluster.know();
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private void start(String node) throws IOException {
    Map<String, String> environment = new TreeMap<>();
    environment.put("ROASTERY_STATE", folder.resolve(node).toString());
    environment.put("ROASTERY_HTTP_PORT", Integer.toString(port));
    environment.put("ROASTERY_HEALTH_PORT", "-1");
    environment.put("ROASTERY_PARTITIONS", partitions.toString());
    environment.put("ROASTERY_SOURCES", "file:///");
    environment.put("ROASTERY_SOURCES_READ_BY", "workers");
    environment.put(JAVA_OPTIONS, javaOptions);
    if (!node.equals(Pipeline.GATEWAY)) {
      environment.putAll(workers);
    }
    List<String> words = List.of(launcher.toString(), node, "--amqp", broker.uri());
    nodes.add(ChildProcess.start(words, environment, folder.resolve(node + ".log")));
  }

  URI gateway() {
    return URI.create("http://127.0.0.1:" + port);
  }

  private void awaitReady() throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest workers = HttpRequest.newBuilder(gateway().resolve("/v1/workers")).build();
      while (!areOwned(client, workers)) {
        for (ChildProcess node : nodes) {
          if (node.process().waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("a node has ended; its words are in " + folder);
          }
        }
      }
    }
  }

  private boolean areOwned(HttpClient client, HttpRequest workers) throws InterruptedException {
    try {
      String answer = client.send(workers, HttpResponse.BodyHandlers.ofString()).body();
      return OWNED.matcher(answer).results().count() == JobTopology.all(partitions).size();
    } catch (IOException notYet) {
      return false;
    }
  }

  private void know() {
    Set<ProcessHandle> all = ProcessHandle.current().descendants().collect(Collectors.toSet());
    others.forEach(all::remove);
    processes = List.copyOf(all);
  }

  /** Every process of it, those of RabbitMQ too. */
  List<ProcessHandle> processes() {
    return processes;
  }

  /** The most memory that each process ever had, by name. */
  Map<String, Long> peakMegabytes() {
    Map<String, Long> peaks = new TreeMap<>();
    byName().forEach((name, all) -> peaks.put(name, peakBytes(all) / 1_000_000));
    return peaks;
  }

  private static long peakBytes(List<ProcessHandle> all) {
    return all.stream().mapToLong(each -> Measured.peakBytes(each.pid())).sum();
  }

  /** The CPU time of each process since it was started, by name. */
  Map<String, Long> cpuMillis() throws IOException {
    Map<String, Long> used = new TreeMap<>();
    for (var each : byName().entrySet()) {
      used.put(each.getKey(), Measured.cpuMillis(each.getValue()));
    }
    return used;
  }

  private Map<String, List<ProcessHandle>> byName() {
    Map<String, List<ProcessHandle>> named = new TreeMap<>();
    List<ProcessHandle> rest = new ArrayList<>(processes);
    for (int node = 0; node < nodes.size(); node++) {
      ProcessHandle process = nodes.get(node).process().toHandle();
      String name = node == 0 ? Pipeline.GATEWAY : Pipeline.STANDARD.workers().get(node - 1);
      named.put(name, List.of(process));
      rest.remove(process);
    }
    named.put(BROKER, rest);
    return named;
  }

  @Override
  public void close() {
    for (ChildProcess node : nodes) {
      node.process().destroy();
      node.process().onExit().join();
      node.leash().close();
    }
    broker.close();
  }
}
