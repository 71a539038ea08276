package dev.roastery.gateway.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a client gets of a job, from its creation to its results. */
class JobsTest {

  @TempDir private Path folder;

  private Path dataset(long transactions, long seed) throws Exception {
    Path set = folder.resolve("set-" + seed);
    new SampleDataset(new SampleSettings(transactions, 24, seed), set, Progress.UNWATCHED).write(2);
    return set;
  }

  @Test
  void itsResultsAreThoseOfTheOracle() throws Exception {
    Path set = dataset(20_000, 1);
    try (Door door = new Door(folder.resolve("state"))) {
      UUID job = door.create();
      door.upload(job, set);
      door.jobs().seal(Door.CLIENT, job);

      assertThat(door.finished(job).state()).isEqualTo(JobState.COMPLETED);
      assertThat(door.results(job)).isEqualTo(NaiveOracle.results(set));
    }
  }
}
