package dev.roastery.gateway.jobs.profile;

import dev.roastery.common.message.JobId;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.storage.Disk;
import dev.roastery.gateway.cluster.Monitor;
import dev.roastery.gateway.cluster.PartitionWork;
import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.JobFolders;
import dev.roastery.gateway.jobs.JobMachine;
import dev.roastery.gateway.jobs.service.JobProfile;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The profiles of all jobs. The owners of partitions tell the last of a job a moment after its end,
 * in their next heartbeats; then it is kept beside the job. What a gateway did not hear, because it
 * was killed, is not in the profile.
 */
public final class JobProfiles {

  /** How long after a job's end something may still be heard of it; its nodes tell it longer. */
  private static final Duration ECHO = Duration.ofSeconds(15);

  private final JobMachine machine;
  private final Monitor monitor;
  private final WorkFile file;
  private final Clock clock;
  private final Courses courses;

  /** Jobs of which all is told. */
  private final Set<JobId> told = ConcurrentHashMap.newKeySet();

  public JobProfiles(JobMachine machine, Monitor monitor, Disk disk, Clock clock) {
    this.machine = machine;
    this.monitor = monitor;
    this.file = new WorkFile(disk);
    this.clock = clock;
    this.courses = new Courses(machine::history);
  }

  /** Whether what nodes say of that attempt is of use. */
  public boolean isWanted(JobId attempt) {
    return !told.contains(attempt)
        && machine
            .find(attempt.id())
            .filter(job -> job.id().equals(attempt))
            .filter(job -> !job.state().isTerminal() || isEchoing(job))
            .isPresent();
  }

  private boolean isEchoing(JobFacts job) {
    return job.updated().plus(ECHO).isAfter(clock.instant());
  }

  public JobProfile of(UUID id) {
    JobFacts job = machine.find(id).orElseThrow(() -> JobMachine.unknown(id, null));
    return Profiles.of(job, courses.of(job), work(job), clock.instant());
  }

  private SortedMap<PartitionName, PartitionWork> work(JobFacts job) {
    return kept(job).orElseGet(() -> monitor.work().of(job.id()));
  }

  /** Of a job that is open nothing is kept yet. */
  private Optional<SortedMap<PartitionName, PartitionWork>> kept(JobFacts job) {
    return job.state().isTerminal() ? file.read(folder(job), job.attempt()) : Optional.empty();
  }

  /**
   * To be called now and then for a job that has ended; returns whether its profile is complete,
   * and kept.
   */
  public boolean isKept(JobFacts job) {
    if (told.contains(job.id())) {
      return true;
    }
    if (kept(job).isEmpty()) {
      if (isEchoing(job) && !monitor.hasHeardOfAllSince(job.updated())) {
        return false;
      }
      SortedMap<PartitionName, PartitionWork> heard = monitor.work().of(job.id());
      if (!heard.isEmpty()) {
        file.write(folder(job), job.attempt(), heard);
      }
    }
    told.add(job.id());
    monitor.work().forget(job.record().id());
    return true;
  }

  /** The job is deleted, or begins again. */
  public void forget(UUID job) {
    monitor.work().forget(job);
    courses.forget(job);
    told.removeIf(each -> each.id().equals(job));
  }

  private static String folder(JobFacts job) {
    return JobFolders.of(job.record().id());
  }
}
