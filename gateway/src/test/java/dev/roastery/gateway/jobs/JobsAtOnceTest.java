package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.gateway.jobs.service.Encoding;
import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobRequest.QueryChoice;
import dev.roastery.gateway.jobs.service.JobService;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.input.BadRows;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many jobs that are created, uploaded and sealed at once. How long it takes is printed; {@code
 * -Droastery.jobs.at.once=100} is what docs/benchmarks.md tells of.
 */
class JobsAtOnceTest {

  private static final int JOBS = Integer.getInteger("roastery.jobs.at.once", 20);
  private static final int ROUNDS = Integer.getInteger("roastery.jobs.rounds", 1);
  private static final String STORES = "store_id,store_name\n1,Uno\n2,Due\n";
  private static final String SALES =
      """
      transaction_id,store_id,final_amount,created_at,user_id
      a,1,80.00,2024-01-05 10:00:00,7
      b,2,20.00,2024-02-05 10:00:00,
      """;

  @TempDir private Path folder;

  @Test
  void allOfThemEnd() throws Exception {
    measure(folder, JOBS, ROUNDS);
  }

  static void measure(Path folder, int jobs, int rounds) throws Exception {
    try (Door door = new Door(folder, Door.SETTINGS)) {
      door.awaitOwned();
      for (int round = 0; round < rounds; round++) {
        round(door, round, jobs);
      }
    }
  }

  private static void round(Door door, int round, int count) throws Exception {
    long start = System.nanoTime();
    try (var pool = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<UUID>> jobs = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        String client = "client" + i;
        jobs.add(pool.submit(() -> sealed(door, client)));
      }
      for (Future<UUID> job : jobs) {
        job.get();
      }
      Duration sealed = Duration.ofNanos(System.nanoTime() - start);
      for (int i = 0; i < count; i++) {
        while (!state(door, "client" + i, jobs.get(i).get()).isTerminal()) {
          Thread.onSpinWait();
        }
        assertThat(state(door, "client" + i, jobs.get(i).get())).isEqualTo(JobState.COMPLETED);
      }
      Duration all = Duration.ofNanos(System.nanoTime() - start);
      System.out.printf(
          "round %d: %d jobs: all sealed after %,d ms, completed after %,d ms%n",
          round, count, sealed.toMillis(), all.toMillis());
    }
  }

  private static JobState state(Door door, String client, UUID job) {
    return door.jobs().job(client, job).state();
  }

  private static UUID sealed(Door door, String client) throws IOException {
    JobService jobs = door.jobs();
    JobRequest request =
        new JobRequest(
            "x",
            List.of(new QueryChoice.BuiltIn("tpv-by-store")),
            null,
            BadRows.REFUSE,
            false,
            null);
    UUID job = jobs.create(client, request, null).job().id();
    put(jobs, client, job, "stores/s.csv", STORES);
    put(jobs, client, job, "transactions/t.csv", SALES);
    jobs.seal(client, job);
    return job;
  }

  private static void put(JobService jobs, String client, UUID job, String part, String csv)
      throws IOException {
    jobs.put(
        client,
        job,
        Door.name(part),
        Encoding.IDENTITY,
        true,
        new ByteArrayInputStream(csv.getBytes(UTF_8)));
  }

  /** Without JUnit: the folder, how many jobs, how many rounds. */
  public static void main(String[] arguments) throws Exception {
    measure(Path.of(arguments[0]), Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
    System.exit(0);
  }
}
