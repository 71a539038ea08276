package dev.roastery.gateway.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.pipeline.Partitions;
import dev.roastery.gateway.ingest.BadRows;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data comes at the very moment at which its job is given up (O09). */
class ExpiryRaceTest {

  private static final int ROUNDS = 400;
  private static final PartName PART = new PartName("transactions", "t.csv");

  @TempDir private Path folder;
  private final MovedClock clock = new MovedClock(Clock.systemUTC());

  @Test
  void oneOfThemIsFirstAndWhatComesAfterIsRefusedAlsoWhenItIsReadAgain() throws Exception {
    int expired = 0;
    for (int round = 0; round < ROUNDS; round++) {
      JobRecord record = record(round);
      Path here = folder.resolve(record.id().toString());
      List<String> kinds;
      JobState state;
      try (Job job = new Job(record, here, clock)) {
        job.created();
        race(job);
        kinds = kinds(job);
        state = job.state();
      }
      boolean given = state == JobState.EXPIRING;
      expired += given ? 1 : 0;
      assertThat(kinds)
          .isEqualTo(given ? List.of("created", "expiring") : List.of("created", "part_started"));
      try (Job again = new Job(record, here, clock)) {
        assertThat(again.state()).isEqualTo(state);
        assertThat(kinds(again)).isEqualTo(kinds);
      }
    }
    assertThat(expired).as("both are first at times").isBetween(1, ROUNDS - 1);
  }

  /** Nothing came for a day, until now. */
  private void race(Job job) throws InterruptedException {
    Instant limit = clock.instant();
    clock.pass(Duration.ofMillis(1));
    List<Throwable> bugs = new ArrayList<>();
    CountDownLatch both = new CountDownLatch(2);
    Thread data =
        Thread.ofPlatform()
            .uncaughtExceptionHandler((_, bug) -> bugs.add(bug))
            .start(() -> {
              meet(both);
              try {
                job.part(PART, false, 10);
              } catch (Refusal tooLate) {
                assertThat(tooLate.kind()).isEqualTo(Refusal.Kind.CONFLICT);
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    meet(both);
    boolean _ = job.expire(limit);
    data.join();
    assertThat(bugs).isEmpty();
  }

  private static void meet(CountDownLatch both) {
    both.countDown();
    while (both.getCount() > 0) {
      Thread.onSpinWait();
    }
  }

  private static List<String> kinds(Job job) {
    return job.events(0).stream().map(JobEvent::kind).toList();
  }

  private JobRecord record(int round) {
    JobRequest request = new JobRequest("x", List.of(), null, BadRows.REFUSE, false, null);
    return new JobRecord(
        new UUID(7, round),
        "ann",
        "x",
        clock.instant(),
        Plans.of(request, Partitions.oneEach()),
        1000,
        BadRows.REFUSE,
        false,
        null,
        null,
        "");
  }
}
