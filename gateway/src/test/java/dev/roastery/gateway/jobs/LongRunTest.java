package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.gateway.jobs.service.JobRequest;
import dev.roastery.gateway.jobs.service.JobRequest.QueryChoice;
import dev.roastery.gateway.jobs.service.JobSearch;
import dev.roastery.input.BadRows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many jobs, one after the other: what they leave on the volumes does not add up (D20). */
class LongRunTest {

  private static final int JOBS = 12;

  /** In each of two snapshots of each of eight partitions a tombstone, while there is room. */
  private static final long TOMBSTONE_BYTES = 32;

  private static final JobRequest REQUEST =
      new JobRequest(
          "x",
          List.of(new QueryChoice.BuiltIn("high-value-transactions")),
          null,
          BadRows.REFUSE,
          false,
          null);

  @TempDir private Path folder;

  @Test
  void theVolumesAreAfterManyJobsWhatTheyWereAfterFew() throws IOException {
    byte[] sales = sales();
    MovedClock clock = new MovedClock(Clock.systemUTC());
    try (Door door = new Door(folder, Door.settings(20_000), clock)) {
      run(door, clock, sales);
      long few = settled(door);
      run(door, clock, sales);
      run(door, clock, sales);

      assertThat(sales.length).isGreaterThan(200_000);
      await()
          .atMost(Duration.ofSeconds(60))
          .ignoreExceptions()
          .untilAsserted(() ->
              assertThat(bytes(door) - few)
                  .as("more than after few jobs, without a restart")
                  .isLessThan(2 * JOBS * 16 * TOMBSTONE_BYTES));
    }
  }

  private static void run(Door door, MovedClock clock, byte[] sales) throws IOException {
    for (int number = 0; number < JOBS; number++) {
      UUID job = door.create(REQUEST);
      door.put(job, "transactions/t.csv", sales);
      if (number % 4 == 0) {
        door.jobs().cancel(Door.CLIENT, job, "one of four");
      } else {
        door.jobs().seal(Door.CLIENT, job);
      }
      door.finished(job);
      door.awaitForgotten(job);
    }
    clock.pass(Duration.ofDays(8));
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> door.jobs().jobs(Door.CLIENT, JobSearch.newest(1)).isEmpty());
  }

  /** The rows of ended jobs are deleted within some seconds: waits until nothing changes. */
  private static long settled(Door door) {
    AtomicLong last = new AtomicLong(-1);
    await()
        .atMost(Duration.ofSeconds(60))
        .during(Duration.ofSeconds(5))
        .ignoreExceptions()
        .until(() -> {
          long now = bytes(door);
          return last.getAndSet(now) == now;
        });
    return last.get();
  }

  private static long bytes(Door door) throws IOException {
    try (Stream<Path> files = Files.walk(door.state())) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static byte[] sales() {
    StringBuilder csv = new StringBuilder("transaction_id,final_amount,created_at\n");
    for (int row = 0; row < 6_000; row++) {
      csv.append("t-").append(row * 7_919L).append(",80.00,2024-01-05 10:00:00\n");
    }
    return csv.toString().getBytes(UTF_8);
  }
}
