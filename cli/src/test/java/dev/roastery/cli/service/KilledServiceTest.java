package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The all-in-one service is killed at random moments while jobs follow each other: while a part
 * arrives, while it is computed, while it starts. Each job has the results of the oracle.
 *
 * <pre>
 *   ./gradlew :cli:test --tests '*KilledServiceTest' -Droastery.seed=2
 *       -Droastery.service.kills=200
 * </pre>
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class KilledServiceTest {

  private static final long SEED = Long.getLong("roastery.seed", 5);
  private static final int KILLS = Integer.getInteger("roastery.service.kills", 10);

  /** After the start: about as long as a job takes. */
  private static final int MILLIS_MAX = 1_500;

  @TempDir private Path folder;

  @Test
  void everyJobHasTheRightResultsWheneverItIsKilled() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(20_000, 6, SEED), set, Progress.UNWATCHED).write(2);
    SortedMap<String, String> right = new TreeMap<>();
    NaiveOracle.results(set).forEach((query, csv) -> right.put(query + ".csv", csv));
    SplittableRandom random = new SplittableRandom(SEED);
    int kills = 0;
    int jobs = 0;
    try (Service service = Service.dev(folder)) {
      while (kills < KILLS) {
        Path out = folder.resolve("out" + jobs);
        CompletableFuture<Outcome> client = submit(service, set, out);
        while (kills < KILLS && !client.isDone()) {
          int moment = random.nextInt(MILLIS_MAX);
          assertThat(service.gateway().process().waitFor(moment, TimeUnit.MILLISECONDS))
              .as("it ended by itself")
              .isFalse();
          service.killGateway();
          kills++;
          service.startGateway();
        }
        Outcome outcome = client.get();
        assertThat(outcome.code()).as("seed %s, job %s: %s", SEED, jobs, outcome.err()).isZero();
        assertThat(Service.results(out)).as("seed %s, job %s", SEED, jobs).isEqualTo(right);
        jobs++;
      }
      assertThat(service.get("/v1/jobs?state=COMPLETED&limit=500").path("jobs")).hasSize(jobs);
    }
    System.out.printf("%d kills, %d jobs, all results right%n", kills, jobs);
  }

  private static CompletableFuture<Outcome> submit(Service service, Path set, Path out) {
    return CompletableFuture.supplyAsync(() ->
        Commands.run(
            Map.of("ROASTERY_GATEWAY", service.url()),
            "submit",
            set.toString(),
            "--watch",
            "--quiet",
            "--out=" + out));
  }
}
