package dev.roastery.common.partition.host;

import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.PartitionReport.JobCost;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the jobs of one partition have cost. The partition's thread counts, and another one reads.
 */
final class JobCosts {

  /** So long a job that has ended is still told of: its last cost must be heard once. */
  static final long ENDED_MILLIS = 20_000;

  /** Of jobs that end faster than they are told of, the oldest are forgotten. */
  static final int JOBS_MAX = 1_000;

  private final LinkedHashMap<JobId, Cost> jobs = new LinkedHashMap<>();
  private @Nullable Cost current;
  private long cpuBefore;

  private static final class Cost {
    private long batches;
    private long rows;
    private long bytes;
    private long cpuNanos;
    private final long firstMillis;
    private long lastMillis;

    Cost(long nowMillis) {
      this.firstMillis = nowMillis;
      this.lastMillis = nowMillis;
    }

    JobCost now() {
      return new JobCost(batches, rows, bytes, cpuNanos, firstMillis, lastMillis);
    }
  }

  synchronized void begin(JobId job, long cpuNanos, long nowMillis) {
    current = jobs.computeIfAbsent(job, _ -> new Cost(nowMillis));
    cpuBefore = cpuNanos;
    if (jobs.size() > JOBS_MAX) {
      jobs.remove(jobs.firstEntry().getKey());
    }
  }

  synchronized void add(int rows, int bytes) {
    if (current != null) {
      current.batches++;
      current.rows += rows;
      current.bytes += bytes;
    }
  }

  /** Where the machine does not measure a thread's time, both readings are the same. */
  synchronized void end(long cpuNanos, long nowMillis) {
    if (current != null) {
      current.cpuNanos += Math.max(0, cpuNanos - cpuBefore);
      current.lastMillis = nowMillis;
      current = null;
    }
  }

  /** Of the open jobs and of those that have just ended; older ones are forgotten. */
  synchronized Map<JobId, JobCost> now(Set<JobId> open, long nowMillis) {
    jobs.entrySet()
        .removeIf(each ->
            !open.contains(each.getKey()) && nowMillis - each.getValue().lastMillis > ENDED_MILLIS);
    Map<JobId, JobCost> costs = new LinkedHashMap<>();
    jobs.forEach((job, cost) -> costs.put(job, cost.now()));
    return costs;
  }
}
