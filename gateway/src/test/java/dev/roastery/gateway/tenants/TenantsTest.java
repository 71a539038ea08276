package dev.roastery.gateway.tenants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.gateway.tenants.SharedCluster.Sent;
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

  @TempDir private Path folder;
  private PrivateBroker broker;
  private SharedCluster cluster;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ExecutorService ofAnn = Executors.newFixedThreadPool(UPLOADS_OF_ANN);

  @BeforeEach
  void start() throws Exception {
    broker = TestBroker.startPrivate(folder.resolve("broker"));
    Map<String, String> lines = Map.of("ann", "", "bob", " weight=1", "cid", " weight=3");
    cluster = new SharedCluster(folder, broker.uri(), lines);
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

  private List<UUID> created(TenantClient client, int count) throws Exception {
    List<UUID> jobs = new CopyOnWriteArrayList<>();
    each(ofAnn, Collections.nCopies(count, new UUID(0, 0)), _ -> jobs.add(client.create()));
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
    TenantClient ann = cluster.client("ann");
    TenantClient bob = cluster.client("bob");
    TenantClient cid = cluster.client("cid");
    List<UUID> many = created(ann, JOBS_OF_ANN);
    UUID ofBob = bob.create();
    UUID ofCid = cid.create();

    List<Future<Object>> uploads = begun(ofAnn, many, job -> ann.upload(job, 0, 4));
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
    TenantClient ann = cluster.client("ann");
    TenantClient bob = cluster.client("bob");
    List<UUID> many = created(ann, JOBS_OF_ANN);
    UUID ofBob = bob.create();
    each(ofAnn, many, job -> ann.upload(job, 0, 1));
    bob.upload(ofBob, 0, 1);
    cluster.served.close();
    UUID plug = cluster.client("cid").create();
    cluster.client("cid").upload(plug, 0, 1);
    List<Integer> sentWhenBobsGateOpened = new CopyOnWriteArrayList<>();
    cluster.served.onPass(job -> {
      if (job.id().equals(ofBob)) {
        sentWhenBobsGateOpened.add(sentToMaximizer().size());
      }
    });
    each(ofAnn, many, ann::seal);
    awaitWaiting(JOBS_OF_ANN);
    bob.seal(ofBob);
    awaitWaiting(JOBS_OF_ANN + 1);
    cluster.served.open();

    await()
        .atMost(SharedCluster.LIMIT)
        .until(() -> sentToMaximizer().size() == JOBS_OF_ANN + 1 && !atMaximizer().isEmpty());
    List<String> sent = sentToMaximizer();
    int bobsPlace = sent.indexOf("bob");
    int before = sentWhenBobsGateOpened.getFirst();
    System.out.println(
        "batches sent when Bob's gate opened: " + before + "; his is number " + bobsPlace);
    assertThat(before).as("Ann's outputs stand in line").isLessThan(JOBS_OF_ANN / 2);
    assertThat(bobsPlace - before).isLessThanOrEqualTo(2);
    await().atMost(SharedCluster.LIMIT).until(() -> atMaximizer().contains("bob"));
    assertThat(atMaximizer().indexOf("bob")).isEqualTo(bobsPlace);
    await().atMost(SharedCluster.LIMIT).until(() -> bob.state(ofBob).contains("COMPLETED"));
  }

  /** Four more are in the aggregator's hands. */
  private void awaitWaiting(int messages) {
    await()
        .atMost(SharedCluster.LIMIT)
        .until(() -> cluster.waiting("roastery.aggregator-0") >= messages - 4);
  }

  private List<String> sentToMaximizer() {
    return cluster.sentTo("roastery.maximizer-0").stream()
        .filter(sent -> sent.type().equals("BATCH"))
        .map(Sent::job)
        .map(cluster::client)
        .toList();
  }

  private List<String> atMaximizer() {
    return cluster.servedAt("maximizer-0");
  }
}
