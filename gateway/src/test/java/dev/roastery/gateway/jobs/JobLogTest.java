package dev.roastery.gateway.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.gateway.jobs.service.JobEvent;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.testkit.workflow.SimulatedHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job's events, over crashes. */
class JobLogTest {

  @TempDir private Path folder;

  private MachineTrial loaded() throws IOException {
    return new MachineTrial(folder, new SimulatedHost(1_700_000_000_000L));
  }

  @Test
  void everyPrefixOfTheFileIsAPrefixOfTheEvents() throws IOException {
    MachineTrial trial = loaded();
    UUID job = trial.create();
    trial.send(job);
    trial.machine.seal(job);
    List<JobEvent> events = trial.machine.events(job, 0);
    assertThat(events).hasSize(6).extracting(JobEvent::seq).containsExactly(1L, 2L, 3L, 4L, 5L, 6L);
    Path log = folder.resolve("jobs/" + job + "/events-0000000000000001");
    byte[] whole = Files.readAllBytes(log);
    byte[] record = Files.readAllBytes(log.resolveSibling(JobFolders.RECORD));
    for (int length = 0; length <= whole.length; length++) {
      Files.createDirectories(log.getParent());
      Files.write(log.resolveSibling(JobFolders.RECORD), record);
      Files.write(log, Arrays.copyOf(whole, length));
      MachineTrial again = loaded();
      if (again.machine.find(job).isPresent()) {
        List<JobEvent> read = again.machine.events(job, 0);
        assertThat(read).isNotEmpty().isEqualTo(events.subList(0, read.size()));
        assertThat(again.machine.events(job, 2))
            .isEqualTo(read.subList(Math.min(2, read.size()), read.size()));
      } else {
        assertThat(again.machine.all()).as("cut at %d", length).isEmpty();
        assertThat(log.getParent()).doesNotExist();
      }
    }
    assertThat(loaded().machine.events(job, 0)).isEqualTo(events);
    assertThat(loaded().facts(job).state()).isEqualTo(JobState.UPLOADING);
  }

  @Test
  void ofAFinishedJobTheEventsAreReadFromTheDisk() throws IOException {
    MachineTrial trial = loaded();
    trial.machine.start();
    UUID job = trial.create();
    trial.machine.cancel(job, "why not");
    SimulatedHost host = new SimulatedHost(1_700_000_000_001L);
    MachineTrial again = new MachineTrial(folder, host);
    again.machine.start();
    host.pass(60_000);
    again
        .facts(job)
        .routes()
        .all()
        .forEach(partition -> again.machine.command(job, JobCommands.clean(partition.toString())));
    host.settle();
    assertThat(again.facts(job).state()).isEqualTo(JobState.CANCELLED);
    List<JobEvent> all = again.machine.events(job, 0);
    assertThat(all.getFirst().kind()).isEqualTo("created");
    assertThat(all.getLast().kind()).isEqualTo("cancelled");
    assertThat(all).hasSize((int) again.facts(job).eventCount());
    assertThat(again.machine.events(job, 2)).isEqualTo(all.subList(2, all.size()));
    assertThat(again.machine.events(job, Long.MAX_VALUE)).isEmpty();
    assertThat(loaded().machine.events(job, 0)).isEqualTo(all);
  }
}
