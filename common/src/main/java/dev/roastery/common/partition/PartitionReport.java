package dev.roastery.common.partition;

import dev.roastery.common.message.JobId;
import dev.roastery.common.pipeline.PartitionName;
import java.util.List;
import java.util.Map;

/**
 * A look at a partition: its epoch (0 when it is not this node's), how far its jobs are, what they
 * wait for, and what they take of memory and disk.
 *
 * @param idle whether it is this node's and has nothing in hand: no delivery, and no output that is
 *     not confirmed
 */
public record PartitionReport(
    PartitionName partition,
    long epoch,
    Map<JobId, JobProgress> progress,
    Map<JobId, List<String>> waitsFor,
    Use use,
    boolean idle) {

  /** A job that waits for this, and the name of a partition, has more to send there. */
  public static final String ROOM_IN = "room in ";

  /**
   * What a partition takes.
   *
   * @param stateBytes memory for working states
   * @param spilledBytes spilled files, also those that only an older snapshot refers to
   * @param journalBytes the chunk buffer
   * @param snapshotAgeMillis how long ago the newest snapshot was written, by this owner
   */
  public record Use(
      long stateBytes,
      long spilledBytes,
      long journalBytes,
      long snapshotAgeMillis,
      Map<JobId, JobUse> jobs) {

    public static final Use NONE = new Use(0, 0, 0, 0, Map.of());

    public Use {
      jobs = Map.copyOf(jobs);
    }

    public JobUse of(JobId job) {
      return jobs.getOrDefault(job, new JobUse(0, 0));
    }
  }

  /** What one job takes in a partition. */
  public record JobUse(long stateBytes, long spilledBytes) {}

  public PartitionReport {
    progress = Map.copyOf(progress);
    waitsFor = Map.copyOf(waitsFor);
  }

  /** Of a partition that takes nothing worth reporting. */
  public PartitionReport(
      PartitionName partition,
      long epoch,
      Map<JobId, JobProgress> progress,
      Map<JobId, List<String>> waitsFor) {
    this(partition, epoch, progress, waitsFor, Use.NONE, false);
  }

  /** The same of a partition that was too busy for a new report. */
  public PartitionReport whileBusy() {
    return new PartitionReport(partition, epoch, progress, waitsFor, use, false);
  }
}
