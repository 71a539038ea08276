package dev.roastery.gateway.jobs.profile;

import dev.roastery.common.workflow.Recorded;
import dev.roastery.gateway.jobs.JobFact;
import dev.roastery.gateway.jobs.JobFacts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/**
 * The courses of the jobs that people look at: a page asks every few seconds, and the log of a job
 * with thousands of parts is long. A log is read again when it has more facts.
 */
final class Courses {

  static final int KEPT_MAX = 64;

  private final Function<UUID, List<Recorded<JobFact>>> histories;

  /** The last one that was asked for is the last one here. Guarded by itself. */
  private final Map<UUID, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);

  /**
   * @param facts how many were known before they were read: there may be more
   */
  private record Kept(long facts, Course course) {}

  /**
   * @param histories reads all facts of a job
   */
  Courses(Function<UUID, List<Recorded<JobFact>>> histories) {
    this.histories = histories;
  }

  Course of(JobFacts job) {
    UUID id = job.record().id();
    synchronized (kept) {
      Kept known = kept.get(id);
      if (known != null && known.facts == job.factCount()) {
        return known.course;
      }
    }
    Course course = Course.of(histories.apply(id), job.record().approval());
    synchronized (kept) {
      kept.put(id, new Kept(job.factCount(), course));
      if (kept.size() > KEPT_MAX) {
        kept.remove(kept.keySet().iterator().next());
      }
    }
    return course;
  }

  /** The job is deleted. */
  void forget(UUID job) {
    synchronized (kept) {
      kept.remove(job);
    }
  }
}
