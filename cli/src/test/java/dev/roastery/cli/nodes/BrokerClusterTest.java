package dev.roastery.cli.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.cli.Repository;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.testkit.TestBroker;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three RabbitMQ nodes, of which two join when all queues are already there. What the nodes of the
 * product need to be whole again is printed, and asserted with a limit for busy machines.
 */
@Tag("broker")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BrokerClusterTest {

  /** What the loss of a broker node may cost on a busy machine. */
  private static final Duration COST_MAX = Duration.ofSeconds(60);

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  private static Path folder;

  private final List<Integer> metricsPorts = new ArrayList<>();
  private PrivateBroker first;
  private PrivateBroker second;
  private PrivateBroker third;
  private Nodes nodes;
  private SampleJob sample;

  @BeforeAll
  void start() throws Exception {
    sample = SampleJob.generate(folder.resolve("sample"), 100_000);
    first = TestBroker.preparePrivate(folder.resolve("broker-1"));
    second = first.preparePeer(folder.resolve("broker-2"));
    third = first.preparePeer(folder.resolve("broker-3"));
    Stream.of(first, second, third).forEach(broker -> metricsPorts.add(broker.enableMetrics()));
    first.restart();
    String hosts =
        "127.0.0.1:%d,127.0.0.1:%d,127.0.0.1:%d"
            .formatted(first.port(), second.port(), third.port());
    nodes = new Nodes(folder.resolve("nodes"), "amqp://guest:guest@" + hosts);
    nodes.awaitWhole(Instant.EPOCH);
    second.join(first);
    third.join(first);
  }

  @AfterAll
  void stop() {
    nodes.close();
    Stream.of(third, second, first).forEach(PrivateBroker::close);
  }

  /**
   * Metrics tell of each queue how many members it has, before and after: an alert counts them.
   * RabbitMQ 4 does by itself what this RabbitMQ is told to do: docs/operations.md.
   */
  @Test
  @Order(1)
  void queuesThatWereThereBeforeTheClusterGetMembersOnAllItsNodes() throws Exception {
    awaitMembersInMetrics();
    grow();
    assertThat(members().values()).isNotEmpty().allMatch(members -> members == 3);
    awaitMembersInMetrics();

    awaitGrownOnDisk();
    SampleJob.Submitted job = sample.submit(nodes);
    nodes.awaitUpload();
    Instant killed = Instant.now();
    first.kill();
    assertCost("the node that all queues were declared at is killed", killed, job);

    first.restart();
  }

  @Test
  @Order(2)
  void aBrokerNodeThatStandsStillIsLeft() throws Exception {
    PrivateBroker leader = leaderOfMost();
    assertThat(leader.rabbitmqctl("eval", "net_kernel:get_net_ticktime().")).contains("15");
    SampleJob.Submitted job = sample.submit(nodes);
    nodes.awaitUpload();
    Instant frozen = Instant.now();
    leader.signal("STOP");
    try {
      assertCost("the node that leads most queues stands still", frozen, job);
    } finally {
      leader.signal("CONT");
    }
  }

  private void grow() {
    if (members().values().stream().anyMatch(members -> members < 3)) {
      first.rabbitmqQueues("grow", second.name(), "all");
      first.rabbitmqQueues("grow", third.name(), "all");
    }
  }

  /** How many members each quorum queue has. */
  private SortedMap<String, Integer> members() {
    SortedMap<String, Integer> members = new TreeMap<>();
    first
        .rabbitmqctl("list_queues", "type", "name", "members")
        .lines()
        .map(line -> line.split("\t", 3))
        .filter(columns -> columns[0].equals("quorum"))
        .forEach(
            columns -> members.put(columns[1], Repository.all("(@localhost)", columns[2]).size()));
    return members;
  }

  private void awaitMembersInMetrics() {
    await()
        .atMost(Nodes.LIMIT)
        .untilAsserted(() -> assertThat(membersInMetrics()).isEqualTo(members()));
  }

  /** Counted as the alert RoasteryQueueLacksMember does it. */
  private SortedMap<String, Integer> membersInMetrics() throws Exception {
    String alerts = Repository.read("deploy/prometheus/alerts.yaml");
    String name = Repository.all("__name__=~\"([^\"]+)\"", alerts).getFirst();
    Pattern metric =
        Pattern.compile("^" + name + "\\{.*queue=\"([^\"]+)\".*}.*", Pattern.MULTILINE);
    SortedMap<String, Integer> members = new TreeMap<>();
    for (int port : metricsPorts) {
      URI uri = URI.create("http://127.0.0.1:" + port + "/metrics/detailed?family=ra_metrics");
      metric
          .matcher(get(uri))
          .results()
          .forEach(line -> members.merge(line.group(line.groupCount()), 1, Integer::sum));
    }
    return members;
  }

  private static String get(URI uri) throws Exception {
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
    }
  }

  /**
   * Waits until the node has on its disk that its queues have grown. RabbitMQ 3.10 does that some
   * seconds later; a node that is killed before comes back as the only member of its queues, leads
   * them beside the others, and what they had confirmed is lost.
   */
  private void awaitGrownOnDisk() {
    String behind =
        """
        #{names := #{log_meta := Meta}} = ra_system:fetch(quorum_queues),
        Behind = [Name || Queue <- rabbit_amqqueue:list_by_type(rabbit_quorum_queue),
          {Name, _} <- [amqqueue:get_pid(Queue)],
          {ok, {{Applied, _}, _}, _} <- [ra:local_query({Name, node()}, fun(_) -> ok end)],
          Uid <- [ra_directory:uid_of(quorum_queues, Name)],
          ra_log_meta:fetch(Meta, Uid, last_applied, 0) < Applied],
        ok = dets:sync(Meta),
        Behind.
        """;
    Awaitility.await("the first node to know its queues' members")
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(() -> assertThat(first.rabbitmqctl("eval", behind).strip()).isEqualTo("[]"));
  }

  private PrivateBroker leaderOfMost() {
    List<String> leaders =
        first
            .rabbitmqctl("list_queues", "type", "leader")
            .lines()
            .filter(line -> line.startsWith("quorum"))
            .map(line -> line.split("\t", 2)[1])
            .toList();
    return Stream.of(first, second, third)
        .max((one, other) ->
            Integer.compare(
                Collections.frequency(leaders, one.name()),
                Collections.frequency(leaders, other.name())))
        .orElseThrow();
  }

  /** The job was under way at that moment. */
  private void assertCost(String what, Instant since, SampleJob.Submitted job) throws Exception {
    nodes.awaitWhole(since);
    Duration whole = Duration.between(since, Instant.now());
    job.awaitRightResults();
    Duration results = Duration.between(since, Instant.now());
    System.out.printf(
        "%s: all partitions report an owner after %s s, the job has its results after %s s%n",
        what, seconds(whole), seconds(results));
    assertThat(results).isLessThan(COST_MAX);
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f", duration.toMillis() / 1e3);
  }
}
