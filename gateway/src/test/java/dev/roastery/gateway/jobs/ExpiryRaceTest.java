package dev.roastery.gateway.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.JobId;
import dev.roastery.common.workflow.engine.ThreadHost;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import dev.roastery.testkit.workflow.SimulatedHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data comes at the very moment at which its job is given up (O09). */
class ExpiryRaceTest {

  private static final int ROUNDS = 400;
  private static final PartName PART = new PartName("transactions", "t.csv");

  @TempDir private Path folder;
  private final MovedClock clock = new MovedClock(Clock.systemUTC());
  private final List<Throwable> bugs = new CopyOnWriteArrayList<>();

  @Test
  void oneOfThemIsFirstAndWhatComesAfterIsRefusedAlsoWhenItIsReadAgain() throws Exception {
    int expired = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Path here = Files.createDirectory(folder.resolve("round" + round));
      List<String> kinds;
      JobState state;
      UUID job;
      try (ThreadHost host = new ThreadHost(clock, (_, bug) -> bugs.add(bug))) {
        MachineTrial trial = new MachineTrial(here, host);
        trial.machine.start();
        job = trial.create();
        awaitWaiting(here.resolve("jobs/" + job + "/events-0000000000000001"));
        race(trial, host, job);
        kinds = trial.kinds(job);
        state = trial.facts(job).state();
        trial.machine.close();
      }
      boolean given = state == JobState.EXPIRING;
      expired += given ? 1 : 0;
      assertThat(kinds)
          .isEqualTo(given ? List.of("created", "expiring") : List.of("created", "part_started"));
      MachineTrial again = new MachineTrial(here, new SimulatedHost(clock.millis()));
      assertThat(again.facts(job).state()).isEqualTo(state);
      assertThat(again.kinds(job)).isEqualTo(kinds);
    }
    assertThat(bugs).isEmpty();
    assertThat(expired).as("both are first at times").isBetween(1, ROUNDS - 1);
  }

  /** The partitions know of it, and it waits for its client. */
  private static void awaitWaiting(Path log) throws IOException {
    while (!Files.readString(log).contains("node_waiting")) {
      Thread.onSpinWait();
    }
  }

  /** Nothing came for a day, until now. */
  private void race(MachineTrial trial, ThreadHost host, UUID job) throws InterruptedException {
    clock.pass(Duration.ofDays(1).plusMillis(1));
    CountDownLatch both = new CountDownLatch(2);
    CompletableFuture<Boolean> accepted = new CompletableFuture<>();
    Thread data =
        Thread.ofPlatform()
            .start(() -> {
              meet(both);
              try {
                accepted.complete(trial.machine.part(new JobId(job, 1), PART, false, 100) != null);
              } catch (Refusal tooLate) {
                accepted.complete(tooLate.kind() != Refusal.Kind.CONFLICT);
              } catch (RuntimeException e) {
                bugs.add(e);
              }
            });
    meet(both);
    host.post(() -> {}); // after which it looks at its clock
    data.join();
    assertThat(trial.facts(job).part(PART) != null).isEqualTo(accepted.join());
  }

  private static void meet(CountDownLatch both) {
    both.countDown();
    while (both.getCount() > 0) {
      Thread.onSpinWait();
    }
  }
}
