package dev.roastery.cli.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Repository;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.testkit.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
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

  private PrivateBroker first;
  private PrivateBroker second;
  private PrivateBroker third;
  private Nodes nodes;
  private SampleJob sample;

  @BeforeAll
  void start() throws Exception {
    sample = SampleJob.generate(folder.resolve("sample"), 100_000);
    first = TestBroker.startPrivate(folder.resolve("broker-1"));
    second = first.preparePeer(folder.resolve("broker-2"));
    third = first.preparePeer(folder.resolve("broker-3"));
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

  /** RabbitMQ 4 does by itself what this RabbitMQ is told to do: docs/operations.md. */
  @Test
  @Order(1)
  void queuesThatWereThereBeforeTheClusterGetMembersOnAllItsNodes() throws Exception {
    grow();
    assertThat(members()).isNotEmpty().allMatch(members -> members == 3);

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
    awaitSynchronized();
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
    if (members().stream().anyMatch(members -> members < 3)) {
      first.rabbitmqQueues("grow", second.name(), "all");
      first.rabbitmqQueues("grow", third.name(), "all");
    }
  }

  /** How many members each quorum queue has. */
  private List<Integer> members() {
    return first
        .rabbitmqctl("list_queues", "type", "members")
        .lines()
        .filter(line -> line.startsWith("quorum"))
        .map(line -> Repository.all("(@localhost)", line).size())
        .toList();
  }

  /**
   * Waits until the node that was killed has caught up: a cluster of three survives one fault at a
   * time.
   */
  private void awaitSynchronized() {
    String inSync =
        """
        lists:all(
          fun(Queue) ->
            Rows = rabbit_quorum_queue:status(<<"/">>, element(4, amqqueue:get_name(Queue))),
            Places = [{proplists:get_value(<<"Log Index">>, Row),
                       proplists:get_value(<<"Commit Index">>, Row),
                       proplists:get_value(<<"Term">>, Row)} || Row <- Rows, is_list(Row)],
            length(Places) == 3 andalso length(lists:usort(Places)) == 1
          end,
          rabbit_amqqueue:list_by_type(rabbit_quorum_queue)).
        """;
    Awaitility.await("all members of all queues to have the same")
        .atMost(Duration.ofMinutes(2))
        .until(() -> first.rabbitmqctl("eval", inSync).strip().equals("true"));
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
