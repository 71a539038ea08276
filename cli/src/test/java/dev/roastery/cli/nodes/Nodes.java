package dev.roastery.cli.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.roastery.cli.Installed;
import dev.roastery.cli.Repository;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.harness.ChildProcess;
import dev.roastery.harness.LoopbackPort;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/** A gateway and one node of each stage: processes that can be killed and started again. */
final class Nodes implements AutoCloseable {

  /** Long enough for a busy machine; reached only when something is wrong. */
  static final Duration LIMIT = Duration.ofMinutes(3);

  static final String GATEWAY = "gateway";

  private static final Duration STOP_LIMIT = Duration.ofSeconds(20);

  /** The exit code of a process that halted at a crash point. */
  private static final int CRASHED = 137;

  /** How many partitions the one node of each kind owns. */
  private static final Map<String, Integer> PARTITIONS =
      Map.of(GATEWAY, 1, "aggregator", 2, "maximizer", 2, "joiner", 1);

  private static final Set<String> ALL =
      Set.of(
          "aggregator-0", "aggregator-1", "maximizer-0", "absolute-0", "joiner-0", "collector-0");

  /** So little that a joiner sorts in files what it groups again. */
  private static final String MEMORY_OF_JOINER = "64k";

  private static final Duration ANSWER_MAX = Duration.ofSeconds(5);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http = HttpClient.newHttpClient();
  private final Path folder;
  private final String amqp;
  private final String store;
  private final Map<String, String> environment;
  private final int port = LoopbackPort.free();
  private final Map<String, Node> nodes = new TreeMap<>();
  private int starts;

  private record Node(ChildProcess child, Path log) {

    /** What it has said in this life. */
    String said() {
      try {
        return Files.readString(log);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  Nodes(Path folder, String amqp) throws IOException {
    this(folder, amqp, "", Map.of());
  }

  /**
   * Workers that have no volume.
   *
   * @param store the address of the object store for their state; empty for volumes
   * @param environment with its credentials
   */
  Nodes(Path folder, String amqp, String store, Map<String, String> environment)
      throws IOException {
    this.folder = folder;
    this.amqp = amqp;
    this.store = store;
    this.environment = environment;
    Files.createDirectories(folder.resolve("tmp"));
    Files.createDirectories(folder.resolve("logs"));
    for (String kind : kinds()) {
      start(kind, "");
    }
  }

  /** The gateway, and all kinds of workers. */
  static List<String> kinds() {
    List<String> kinds = new ArrayList<>(List.of(GATEWAY));
    kinds.addAll(Pipeline.STANDARD.workers());
    return kinds;
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  /** {@code crash} is its ROASTERY_CRASH, or empty. */
  void start(String kind, String crash) throws IOException {
    List<String> words = new ArrayList<>(Installed.roastery(folder.resolve("tmp")));
    words.addAll(List.of(kind, "--amqp=" + amqp, "--state=" + state(kind), "--heartbeat=1"));
    words.add("--partitions=aggregator=2,maximizer=1,absolute=1,joiner=1");
    words.add(kind.equals(GATEWAY) ? "--port=" + port : "--health-port=-1");
    if (kind.equals("joiner")) {
      words.add("--memory=" + MEMORY_OF_JOINER);
    }
    Path log = folder.resolve("logs").resolve(kind + "-" + ++starts);
    nodes.put(kind, new Node(ChildProcess.start(words, environment(kind, crash), log), log));
  }

  private String state(String kind) {
    return store.isEmpty() || kind.equals(GATEWAY) ? volume(kind).toString() : store;
  }

  private Map<String, String> environment(String kind, String crash) throws IOException {
    Map<String, String> variables = new TreeMap<>(environment);
    if (!crash.isEmpty()) {
      variables.put("ROASTERY_CRASH", crash);
    }
    if (!store.isEmpty()) {
      Files.createDirectories(volume(kind));
      variables.put("ROASTERY_CRASH_MARKER", marker(kind).toString());
    }
    return variables;
  }

  private Path marker(String kind) {
    return volume(kind).resolve("crashed");
  }

  private Path volume(String kind) {
    return folder.resolve("volume-" + kind);
  }

  /**
   * Has it stop, and its next life end at that crash point. It stops gracefully, for the next life
   * would otherwise replay messages of earlier jobs, and might end at one of them.
   */
  void arm(String kind, String crash) throws IOException {
    node(kind).child().stop(STOP_LIMIT);
    disarm(kind);
    start(kind, crash);
  }

  /** It has crashed, and is started again: its next life ends at that crash point. */
  void armAgain(String kind, String crash) throws IOException {
    disarm(kind);
    start(kind, crash);
  }

  private void disarm(String kind) throws IOException {
    Files.deleteIfExists(marker(kind));
  }

  void signal(String kind, String signal) throws IOException, InterruptedException {
    node(kind).child().signal(signal);
  }

  /** Waits until it owns its partitions. */
  void awaitOwner(String kind) {
    Node node = node(kind);
    await(
        kind + " to own its partitions",
        () -> {
          assertThat(node.child().isRunning()).as("%s runs: %s", kind, node.said()).isTrue();
          return Repository.all("(is mine), epoch", node.said()).size() >= PARTITIONS.get(kind);
        });
  }

  /** Waits until it has ended, and asserts that a crash point has ended it. */
  void awaitCrash(String kind) {
    Node node = node(kind);
    await(kind + " to crash", () -> !node.child().isRunning());
    assertThat(node.child().process().exitValue()).as("%s", node.said()).isEqualTo(CRASHED);
    assertThat(marker(kind)).exists();
  }

  /** Waits until the gateway has heard that each partition has an owner, after that moment. */
  void awaitWhole(Instant since) {
    await("every partition to have an owner since " + since, () -> owned(since).equals(ALL));
  }

  /** Waits until the newest job is under way, and some of its bytes are safe. */
  void awaitUpload() {
    await("an upload", () -> isUnderWay(ask("/v1/jobs?limit=1").path("jobs").path(0)));
  }

  private static boolean isUnderWay(JsonNode job) {
    return job.path("bytes").asLong() > 0
        && Set.of("UPLOADING", "RUNNING").contains(job.path("state").asText());
  }

  /** Makes a job; returns its path. */
  String create(String request) throws IOException, InterruptedException {
    HttpRequest post =
        HttpRequest.newBuilder(URI.create(url() + "/v1/jobs"))
            .POST(HttpRequest.BodyPublishers.ofString(request))
            .build();
    HttpResponse<String> created = http.send(post, HttpResponse.BodyHandlers.ofString());
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    return created.headers().firstValue("Location").orElseThrow();
  }

  /** Waits until the job has so many takeovers of that stage's partitions, and returns all. */
  List<JsonNode> awaitMoves(String job, String stage, int count) {
    List<JsonNode> found = new ArrayList<>();
    await(
        count + " takeovers of " + stage,
        () -> {
          found.clear();
          for (JsonNode event : ask(job + "/events").path("events")) {
            boolean isMove = event.path("kind").asText().equals("partition_moved");
            if (isMove && event.path("partition").asText().startsWith(stage)) {
              found.add(event);
            }
          }
          return found.size() >= count;
        });
    assertThat(found).hasSize(count);
    return found;
  }

  /** Ends it as a loss of power does, and waits until it is gone. */
  void kill(String kind) throws IOException, InterruptedException {
    signal(kind, "KILL");
    Node node = node(kind);
    await(kind + " to be gone", () -> !node.child().isRunning());
  }

  /** The partitions whose owners have been heard of since then; none if nobody answers. */
  private Set<String> owned(Instant since) throws InterruptedException {
    Set<String> owned = new TreeSet<>();
    for (JsonNode worker : ask("/v1/workers").path("workers")) {
      if (Instant.parse(worker.path("seen").asText()).isAfter(since)) {
        worker.path("owns").forEach(owns -> owned.add(owns.path("partition").asText()));
      }
    }
    return owned;
  }

  /** The gateway's answer; nothing while it is starting. */
  private JsonNode ask(String path) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + path)).timeout(ANSWER_MAX).build();
    try {
      return JSON.readTree(http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    } catch (IOException _) {
      return JSON.missingNode();
    }
  }

  boolean isRunning(String kind) {
    return node(kind).child().isRunning();
  }

  private Node node(String kind) {
    Node node = nodes.get(kind);
    assertThat(node).as(kind).isNotNull();
    return node;
  }

  private static void await(String what, Callable<Boolean> condition) {
    Awaitility.await(what).atMost(LIMIT).pollInterval(Duration.ofMillis(10)).until(condition);
  }

  @Override
  public void close() {
    nodes.values().forEach(node -> node.child().kill());
    http.shutdownNow();
  }
}
