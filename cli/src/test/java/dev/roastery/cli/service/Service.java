package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.roastery.cli.Installed;
import dev.roastery.cli.Outcome;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.harness.Leash;
import dev.roastery.harness.LoopbackPort;
import dev.roastery.harness.PrivateBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A gateway that can be killed and started again, what is behind it, and clients: each a process of
 * its own. All of it ends with this object, or with this JVM.
 */
final class Service implements AutoCloseable {

  /** Long enough for a busy machine; reached only when something is wrong. */
  static final Duration LIMIT = Duration.ofMinutes(3);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path folder;
  private final int port = LoopbackPort.free();
  private final Map<String, String> environment;
  private final List<String> gatewayCommand;
  private final List<Outcome.Running> nodes = new ArrayList<>();
  private final List<List<String>> nodeCommands = new ArrayList<>();
  private final List<Leash> leashes = new ArrayList<>();
  private final List<Process> processes = new ArrayList<>();
  private final HttpClient http =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();
  private Outcome.@Nullable Running gateway;

  private Service(Path folder, Map<String, String> environment, List<String> gatewayCommand) {
    this.folder = folder;
    this.environment = environment;
    this.gatewayCommand = gatewayCommand;
  }

  /** All in one process. */
  static Service dev(Path folder, String... options) throws IOException {
    return dev(folder, Map.of(), options);
  }

  /** The same with this environment. */
  static Service dev(Path folder, Map<String, String> environment, String... options)
      throws IOException {
    List<String> command = new ArrayList<>(List.of("dev", "--state=" + folder.resolve("state")));
    command.addAll(List.of(options));
    Map<String, String> logging = new TreeMap<>(environment);
    logging.putIfAbsent("ROASTERY_LOG", "info"); // tests read what it logs
    Service service = new Service(folder, logging, command);
    service.startGateway();
    return service;
  }

  /** A process for the gateway and one for each stage, over this broker. */
  static Service overRabbit(Path folder, String amqp) throws IOException {
    return overRabbit(folder, amqp, Pipeline.STANDARD.workers());
  }

  /** The same with these stages only. */
  static Service overRabbit(Path folder, String amqp, List<String> stages) throws IOException {
    return overRabbit(folder, amqp, Map.of(), stages);
  }

  /** The same with this environment of the gateway. */
  static Service overRabbit(
      Path folder, String amqp, Map<String, String> environment, List<String> stages)
      throws IOException {
    Service service = new Service(folder, environment, node("gateway", folder, amqp));
    service.gateway = service.gatewayProcess();
    for (String stage : stages) {
      service.nodeCommands.add(node(stage, folder, amqp));
      service.nodes.add(service.start(Map.of(), node(stage, folder, amqp)));
    }
    if (stages.equals(Pipeline.STANDARD.workers())) {
      service.awaitReady();
    } else {
      service.awaitAnswer();
    }
    return service;
  }

  /** The command that starts a node. */
  static List<String> node(String stage, Path folder, String amqp) {
    List<String> command = new ArrayList<>();
    command.add(stage);
    command.add("--amqp=" + amqp);
    command.add("--state=" + folder.resolve("volume-" + stage));
    command.add("--heartbeat=1");
    command.add("--partitions=aggregator=2,maximizer=1,absolute=1,joiner=1");
    if (!stage.equals("gateway")) {
      command.add("--health-port=-1");
    }
    return command;
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  int port() {
    return port;
  }

  // ---- processes

  /** {@code roastery} with these words. */
  Outcome.Running start(Map<String, String> environment, List<String> words) throws IOException {
    Path temporary = Files.createDirectories(folder.resolve("tmp"));
    List<String> command = new ArrayList<>(Installed.roastery(temporary));
    command.addAll(words);
    Outcome.Running running =
        Outcome.start(Files.createDirectories(folder.resolve("cwd")), environment, command);
    processes.add(running.process());
    leashes.add(Leash.killing(running.process()));
    return running;
  }

  /**
   * A node that may stand still for a while: its heartbeats are so rare that the broker does not
   * miss them here. Returns when it consumes.
   */
  Process patientNode(String stage, Path folder, PrivateBroker broker) throws IOException {
    List<String> words =
        node(stage, folder, broker.uri()).stream()
            .map(word -> word.startsWith("--heartbeat=") ? "--heartbeat=60" : word)
            .toList();
    Process node = start(Map.of(), words).process();
    Awaitility.await()
        .atMost(LIMIT)
        .until(() ->
            broker
                .rabbitmqctl("list_queues", "name", "consumers")
                .lines()
                .anyMatch(("roastery." + stage + "-0\t1")::equals));
    return node;
  }

  /** Such as STOP and CONT. */
  static void signal(String name, Process process) throws Exception {
    String pid = Long.toString(process.pid());
    assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor()).isZero();
  }

  Outcome.Running submit(Path set, String... options) throws IOException {
    List<String> words = new ArrayList<>(List.of("submit", set.toString(), "--gateway=" + url()));
    words.addAll(List.of(options));
    return start(Map.of(), words);
  }

  Outcome run(Map<String, String> environment, String... words) throws Exception {
    return start(environment, List.of(words)).await(LIMIT);
  }

  private Outcome.Running gatewayProcess() throws IOException {
    List<String> words = new ArrayList<>(gatewayCommand);
    words.add("--port=" + port);
    return start(environment, words);
  }

  /** The gateway's process, and the workers' where each is one. */
  List<Outcome.Running> nodes() {
    List<Outcome.Running> all = new ArrayList<>(nodes);
    all.add(gateway());
    return all;
  }

  /** All processes have ended: starts them again, with one more option. */
  void restartAll(String option) throws IOException {
    gateway = start(environment, with(gatewayCommand, option, "--port=" + port));
    for (int node = 0; node < nodes.size(); node++) {
      nodes.set(node, start(Map.of(), with(nodeCommands.get(node), option)));
    }
    awaitReady();
  }

  private static List<String> with(List<String> command, String... more) {
    return Stream.concat(command.stream(), Stream.of(more)).toList();
  }

  void startGateway() throws IOException {
    gateway = gatewayProcess();
    awaitAnswer();
  }

  Outcome.Running gateway() {
    if (gateway == null) {
      throw new IllegalStateException("the gateway does not run");
    }
    return gateway;
  }

  void killGateway() throws InterruptedException {
    gateway().process().destroyForcibly().waitFor();
  }

  /** Clients may come from now on; partitions may not have owners yet. */
  private void awaitAnswer() {
    await("/healthz");
  }

  private void awaitReady() {
    await("/readyz");
  }

  private void await(String path) {
    Awaitility.await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> {
          if (!gateway().process().isAlive()) {
            throw new AssertionError("it ended: " + Files.readString(gateway().err()));
          }
          return status(path) == 200;
        });
  }

  // ---- what it answers

  HttpResponse<String> call(HttpRequest.Builder request) throws IOException {
    try {
      return http.send(request.timeout(Duration.ofSeconds(60)).build(), BodyHandlers.ofString());
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(url() + path));
  }

  /** 0 is no answer. */
  int status(String path) {
    try {
      return call(to(path)).statusCode();
    } catch (IOException _) {
      return 0;
    }
  }

  JsonNode get(String path) throws IOException {
    HttpResponse<String> answer = call(to(path));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return JSON.readTree(answer.body());
  }

  /** The state and the safe bytes of the newest job; nothing while there is none, or no gateway. */
  Seen newest() {
    try {
      JsonNode job = get("/v1/jobs?limit=1").path("jobs").path(0);
      return new Seen(
          job.path("id").asText(), job.path("state").asText(), job.path("bytes").asLong());
    } catch (IOException _) {
      return new Seen("", "", 0);
    }
  }

  record Seen(String id, String state, long bytes) {}

  /** Waits until so many bytes of the newest job are safe; the upload must be under way then. */
  Seen awaitUploaded(long bytes) {
    Seen[] seen = new Seen[1];
    Awaitility.await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> {
          seen[0] = newest();
          return seen[0].bytes() >= bytes;
        });
    assertThat(seen[0].state()).as("at %s bytes", bytes).isEqualTo("UPLOADING");
    return seen[0];
  }

  /** Results by query, as they lie in a folder. */
  static SortedMap<String, String> results(Path folder) {
    SortedMap<String, String> results = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        results.put(file.getFileName().toString(), Files.readString(file));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return results;
  }

  static long bytes(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
    processes.forEach(process -> process.onExit().join());
    leashes.forEach(Leash::close);
    http.shutdownNow();
  }
}
