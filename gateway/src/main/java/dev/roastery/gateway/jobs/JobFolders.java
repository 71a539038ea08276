package dev.roastery.gateway.jobs;

import dev.roastery.common.durable.Durably;
import dev.roastery.common.node.VolumeSpace;
import dev.roastery.common.plan.JobPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What there is of the jobs on the volume, a folder each.
 *
 * <pre>
 *   jobs/ID/job.json         what was asked
 *   jobs/ID/events           what has happened
 *   jobs/ID/parts/TABLE.N    how much of part N is with the broker
 *   jobs/ID/results/Q.csv    results
 *   workflows/ID/            where the job's workflow is: JobWorkflows
 * </pre>
 *
 * <p>A folder without its final name is nobody's: it is what a crash left of a creation or
 * deletion.
 */
final class JobFolders {

  private static final Logger log = LoggerFactory.getLogger(JobFolders.class);
  private static final String UNFINISHED = ".unfinished";

  private final Path folder;
  private final Clock clock;
  private final SharedPlans plans = new SharedPlans();

  JobFolders(Path state, Clock clock) throws IOException {
    this.folder = Files.createDirectories(state.resolve("jobs"));
    this.clock = clock;
  }

  /** All jobs that can be read. One that cannot is left alone, loudly; the others go on. */
  List<Job> load() throws IOException {
    List<Path> folders;
    try (Stream<Path> all = Files.list(folder)) {
      folders = all.sorted().toList();
    }
    List<Job> jobs = new ArrayList<>();
    for (Path each : folders) {
      if (each.getFileName().toString().endsWith(UNFINISHED)) {
        Durably.delete(each);
      } else {
        try {
          jobs.add(new Job(JobRecord.read(each, plans), each, clock));
        } catch (IOException | RuntimeException e) {
          log.error("the job in {} cannot be read, and is left alone: {}", each, e.toString());
        }
      }
    }
    return jobs;
  }

  /** An equal plan that other jobs have too, if there is one. */
  JobPlan shared(JobPlan plan) {
    return plans.of(plan.toJson(), () -> plan);
  }

  Job create(JobRecord record) throws IOException {
    Path unfinished = unfinished(record.id());
    Path whole = folder.resolve(record.id().toString());
    Files.createDirectory(unfinished);
    record.write(unfinished);
    Durably.rename(unfinished, whole);
    return new Job(record, whole, clock);
  }

  /** From here on the job is not there any more; its folder is what {@link #clear} takes. */
  Path bury(Job job) throws IOException {
    Path unfinished = unfinished(job.id());
    Durably.delete(unfinished);
    job.close();
    Durably.rename(job.folder(), unfinished);
    return unfinished;
  }

  /** What cannot be deleted now is at the next start. */
  void clear(Path buried) {
    try {
      Durably.delete(buried);
    } catch (IOException e) {
      log.warn("{} cannot be deleted, and is at the next start: {}", buried, e.toString());
    }
  }

  private Path unfinished(UUID job) {
    return folder.resolve(job + UNFINISHED);
  }

  VolumeSpace space() {
    return VolumeSpace.of(folder);
  }
}
