package dev.roastery.common.partition;

import dev.roastery.common.message.JobId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * Notices the jobs that have got nothing new in a partition for too long. Only words: no job ends.
 */
public final class StalledJobs {

  private final long limitNanos;
  private final Map<JobId, Long> progressAtNanos = new TreeMap<>();

  public StalledJobs(long limitMillis) {
    this.limitNanos = limitMillis * 1_000_000;
  }

  /** Starts over with these open jobs. */
  public void begin(Set<JobId> open, long nowNanos) {
    progressAtNanos.clear();
    progress(open, nowNanos);
  }

  public void progress(Set<JobId> jobs, long nowNanos) {
    jobs.forEach(job -> progressAtNanos.put(job, nowNanos));
  }

  /** Tells each job that has stood still, with what it waits for, once in each such time. */
  public void tell(
      Supplier<Map<JobId, List<String>>> waits,
      long nowNanos,
      BiConsumer<JobId, List<String>> stalled) {
    if (!anyTooLongAgo(nowNanos)) {
      return;
    }
    Map<JobId, List<String>> open = waits.get();
    progressAtNanos.keySet().retainAll(open.keySet());
    open.forEach((job, on) -> {
      if (tooLongAgo(progressAtNanos.getOrDefault(job, nowNanos), nowNanos)) {
        progressAtNanos.put(job, nowNanos);
        stalled.accept(job, on);
      }
    });
  }

  private boolean anyTooLongAgo(long nowNanos) {
    for (long then : progressAtNanos.values()) {
      if (tooLongAgo(then, nowNanos)) {
        return true;
      }
    }
    return false;
  }

  private boolean tooLongAgo(long thenNanos, long nowNanos) {
    return nowNanos - thenNanos >= limitNanos;
  }
}
