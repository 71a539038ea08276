package dev.roastery.gateway.jobs.host;

import dev.roastery.gateway.jobs.JobFacts;
import dev.roastery.gateway.jobs.fold.JobParts;
import dev.roastery.gateway.jobs.service.JobState;
import dev.roastery.gateway.jobs.upload.PartStatus;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * How far a job is, for people. The upload is one half of the way, and what the aggregators have of
 * it the other; the later stages take little time. Aggregators that keep up with the upload make it
 * the share of the bytes that are in. It may fall, for example when a part is sent again from its
 * beginning: what is shown does not.
 */
final class JobPercent {

  /** Until all results are there. */
  private static final int COMPUTED = 90;

  private static final int STORED = 99;

  /** A client that does not say how much it sends is taken to have sent half of it by then. */
  private static final double HALF_BYTES = 64 << 20;

  private JobPercent() {}

  /**
   * @param safe what is in of each table
   * @param received the batches that the aggregators have
   */
  static int of(JobFacts job, SortedMap<String, PartStatus> safe, long received) {
    if (job.state() == JobState.COMPLETED) {
      return 100;
    }
    if (job.hasAllResults()) {
      return STORED;
    }
    long bytes = JobParts.sum(safe.values()).bytes();
    double in = job.isSealed() ? 1 : in(bytes, job.record().hints().expectedBytes());
    int percent = (int) (COMPUTED * in * (1 + computed(job, safe, received)) / 2);
    return bytes > 0 ? Math.max(1, percent) : percent;
  }

  /** The share of the upload that is in. */
  static double in(long bytes, @Nullable Long expected) {
    return expected == null || expected == 0
        ? bytes / (bytes + HALF_BYTES)
        : Math.min(1, (double) bytes / expected);
  }

  /** The share of it that the aggregators have. */
  private static double computed(JobFacts job, SortedMap<String, PartStatus> safe, long received) {
    long sent = 0;
    for (String table : job.record().plan().facts()) {
      sent += safe.getOrDefault(table, PartStatus.NOTHING).batches();
    }
    if (sent == 0) {
      return job.isSealed() ? 1 : 0;
    }
    return Math.min(1, (double) received / sent);
  }
}
