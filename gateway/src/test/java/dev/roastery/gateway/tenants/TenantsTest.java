package dev.roastery.gateway.tenants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.broker.QueueRoom;
import dev.roastery.common.partition.PartitionSettings;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.testkit.TestBroker;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ann has a hundred jobs, Bob one, and Cid one and three times the weight. How each is served is
 * counted in batches, by what the workers are given.
 */
@Tag("broker")
class TenantsTest {

  private static final int JOBS_OF_ANN = 100;

  /** As many uploads as a client may have, nearly. */
  private static final int UPLOADS_OF_ANN = 30;

  private static final int PARTS = 4;

  /** What the aggregator may have sent by then: some ENDs may be in a later group. */
  private static final int BEFORE_BOBS_GATE = 10;

  private static final int QUERIES_OF_ANN = 40;

  /**
   * In messages: more than are in a short queue, and in the hands of a partition that stands still,
   * which are a group that it has acknowledged and as many after that.
   */
  private static final int ROOM = 16;

  /** What a small message counts. */
  private static final long COUNTED_BYTES = 8 << 10;

  @TempDir private Path folder;
  private PrivateBroker broker;
  private SharedCluster cluster;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ExecutorService ofAnn = Executors.newFixedThreadPool(UPLOADS_OF_ANN);

  @BeforeEach
  void startBroker() {
    broker = TestBroker.startPrivate(folder.resolve("broker"));
  }

  private void start(PartitionSettings partitions) throws Exception {
    Map<String, String> lines = Map.of("ann", "", "bob", " weight=1", "cid", " weight=3");
    cluster = new SharedCluster(folder, broker.uri(), lines, partitions);
  }

  @AfterEach
  void stop() {
    ofAnn.shutdownNow();
    threads.shutdownNow();
    cluster.close();
    broker.close();
    assertThat(cluster.fatals()).isEmpty();
  }

  /** Runs one task for each job, and waits for all. */
  private static void each(ExecutorService on, List<UUID> jobs, Task task) throws Exception {
    List<Future<Object>> all = begun(on, jobs, task);
    for (Future<Object> each : all) {
      each.get();
    }
  }

  private static List<Future<Object>> begun(ExecutorService on, List<UUID> jobs, Task task) {
    List<Callable<Object>> tasks =
        jobs.stream().map(job -> Executors.callable(() -> task.runQuietly(job))).toList();
    return tasks.stream().map(on::submit).toList();
  }

  private interface Task {
    void run(UUID job) throws Exception;

    default void runQuietly(UUID job) {
      try {
        run(job);
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    }
  }

  private List<UUID> created(TenantClient ann) throws Exception {
    List<UUID> jobs = new CopyOnWriteArrayList<>();
    List<UUID> none = Collections.nCopies(JOBS_OF_ANN, new UUID(0, 0));
    each(ofAnn, none, _ -> jobs.add(ann.create()));
    return jobs;
  }

  private List<Future<Object>> uploadParts(TenantClient client, UUID job, int batches) {
    List<Future<Object>> uploads = new ArrayList<>();
    for (int part = 0; part < PARTS; part++) {
      int number = part;
      uploads.addAll(
          begun(threads, List.of(job), of -> client.upload(of, number, batches / PARTS)));
    }
    return uploads;
  }

  @Test
  void aClientWithAHundredJobsIsServedNoMoreThanOneWithOneJob() throws Exception {
    start(PartitionSettings.defaults());
    TenantClient ann = cluster.client("ann");
    TenantClient bob = cluster.client("bob");
    TenantClient cid = cluster.client("cid");
    List<UUID> many = created(ann);
    UUID ofBob = bob.create();
    UUID ofCid = cid.create();

    List<Future<Object>> uploads =
        new ArrayList<>(begun(ofAnn, many, job -> ann.upload(job, 0, 4)));
    await().atMost(SharedCluster.LIMIT).until(() -> served().size() >= UPLOADS_OF_ANN);
    uploads.addAll(uploadParts(bob, ofBob, 60));
    uploads.addAll(uploadParts(cid, ofCid, 220));
    for (Future<Object> upload : uploads) {
      upload.get();
    }
    await().atMost(SharedCluster.LIMIT).until(() -> Collections.frequency(served(), "bob") >= 60);

    // At both ends not all of Bob's parts wait; meanwhile he always has a batch that does.
    List<List<String>> between = betweenThoseOf("bob");
    List<List<String>> backlogged = between.subList(PARTS, between.size() - 2 * PARTS);
    System.out.println("between two batches of Bob: " + backlogged);
    assertThat(backlogged).hasSizeGreaterThan(40);
    assertThat(backlogged)
        .allSatisfy(others -> {
          assertThat(Collections.frequency(others, "ann")).isLessThanOrEqualTo(2);
          assertThat(Collections.frequency(others, "cid")).isLessThanOrEqualTo(4);
        });
    List<String> all = backlogged.stream().flatMap(List::stream).toList();
    assertThat(Collections.frequency(all, "ann")).isGreaterThan(backlogged.size() / 2);
    assertThat(Collections.frequency(all, "cid"))
        .isGreaterThan(2 * Collections.frequency(all, "ann"));
    assertThat(cluster.looked())
        .as("uploads wait for the workers, and for the collector of what they filter")
        .contains("roastery.aggregator-0", "roastery.joiner-0", "roastery.collector-0");
  }

  private List<String> served() {
    return cluster.servedAt("aggregator-0");
  }

  /** Whose batches were served between two of that client's, each time. */
  private List<List<String>> betweenThoseOf(String client) {
    List<List<String>> between = new ArrayList<>();
    List<String> others = new ArrayList<>();
    for (String each : served()) {
      if (each.equals(client)) {
        between.add(others);
        others = new ArrayList<>();
      } else {
        others.add(each);
      }
    }
    return between.subList(1, between.size());
  }

  @Test
  void atALaterStageAClientsOnlyJobPassesTheHundredJobsOfAnother() throws Exception {
    start(takingInAtOnce(2 * JOBS_OF_ANN));
    TenantClient ann = cluster.client("ann");
    TenantClient bob = cluster.client("bob");
    TenantClient cid = cluster.client("cid");
    List<UUID> many = created(ann);
    UUID ofBob = bob.create();
    each(ofAnn, many, job -> ann.upload(job, 0, 1));
    bob.upload(ofBob, 0, 1);
    await().atMost(SharedCluster.LIMIT).until(() -> served().size() > JOBS_OF_ANN);
    cluster.served.close("aggregator-0");
    cid.upload(cid.create(), 0, 1);
    each(ofAnn, many, ann::seal);
    awaitEnds(JOBS_OF_ANN);
    bob.seal(ofBob);
    awaitEnds(JOBS_OF_ANN + 1);

    cluster.served.open();

    await()
        .atMost(SharedCluster.LIMIT)
        .until(() -> cluster.servedAt("maximizer-0").size() > JOBS_OF_ANN);
    List<String> sent = cluster.sentTo("maximizer-0", "BATCH");
    System.out.println("the outputs of the aggregator: " + sent);
    assertThat(sent.indexOf("bob")).isLessThanOrEqualTo(BEFORE_BOBS_GATE + 2);
    assertThat(cluster.servedAt("maximizer-0")).isEqualTo(sent);
    await().atMost(SharedCluster.LIMIT).until(() -> bob.state(ofBob).contains("COMPLETED"));
  }

  /** All that waits for a partition is in its hands, so that the gates of all jobs open at once. */
  private static PartitionSettings takingInAtOnce(int messages) {
    PartitionSettings usual = PartitionSettings.defaults();
    return new PartitionSettings(
        messages,
        messages,
        usual.stalledAfterMillis(),
        usual.deedRenewalMillis(),
        usual.retry(),
        usual.poisonDeaths(),
        usual.persistence());
  }

  @Test
  void aSmallJobPassesTheOutputsOfALargeOne() throws Exception {
    start(withRoomFor(ROOM));
    TenantClient ann = cluster.client("ann");
    TenantClient bob = cluster.client("bob");
    UUID large = ann.create(QUERIES_OF_ANN);
    UUID small = bob.create();
    ann.upload(large, 0, 1);
    bob.upload(small, 0, 1);
    cluster.served.close("maximizer-0");

    ann.seal(large);
    await().atMost(SharedCluster.LIMIT).until(() -> outputs("ann") >= ROOM);
    bob.seal(small);
    await().atMost(SharedCluster.LIMIT).until(() -> outputs("bob") == 2);

    assertThat(outputs("ann")).as("sent to a partition that stands still").isEqualTo(ROOM);
    cluster.served.open();
    await()
        .atMost(SharedCluster.LIMIT)
        .until(() -> cluster.servedAt("maximizer-0").size() > QUERIES_OF_ANN);
    List<String> served = cluster.servedAt("maximizer-0");
    assertThat(served).hasSize(QUERIES_OF_ANN + 1);
    assertThat(served.indexOf("bob")).isLessThanOrEqualTo(ROOM);
    await().atMost(SharedCluster.LIMIT).until(() -> ann.state(large).contains("COMPLETED"));
    await().atMost(SharedCluster.LIMIT).until(() -> bob.state(small).contains("COMPLETED"));
  }

  /** How many messages of a client's job the aggregator has sent. */
  private int outputs(String client) {
    return Collections.frequency(cluster.sentTo("maximizer-0", "BATCH"), client)
        + Collections.frequency(cluster.sentTo("maximizer-0", "END"), client);
  }

  /** Between two partitions there is room for so many messages, and half of them are a little. */
  private static PartitionSettings withRoomFor(int messages) {
    long bytes = messages * COUNTED_BYTES;
    return PartitionSettings.defaults().withRoom(new QueueRoom.Limits(bytes, bytes / 2));
  }

  /** So many jobs are sealed, and the aggregator, which is held up, has that in its hands. */
  private void awaitEnds(int jobs) {
    await()
        .atMost(SharedCluster.LIMIT)
        .until(() ->
            cluster.sentTo("aggregator-0", "END").size() == jobs
                && cluster.waiting("aggregator-0") == 0);
  }
}
