package dev.roastery.common.partition;

import dev.roastery.common.message.JobId;
import dev.roastery.common.pipeline.PartitionName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A look at a partition: its epoch (0 when it is not this node's), how far its jobs are, what they
 * wait for, and what they take of memory and disk.
 *
 * @param idle whether it is this node's and has nothing in hand: no delivery, and no output that is
 *     not confirmed
 * @param costs what each job has cost here, also of jobs that have just ended
 */
public record PartitionReport(
    PartitionName partition,
    long epoch,
    Map<JobId, JobProgress> progress,
    Map<JobId, List<String>> waitsFor,
    Use use,
    boolean idle,
    Map<JobId, JobCost> costs) {

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

  /**
   * What a job has cost in this life of a partition: what is done again after a crash costs again.
   *
   * @param batches how many the stage was given, with so many rows, in so many bytes
   * @param cpuNanos processor time of the stage
   * @param firstMillis when the stage was first given work, since 1970
   * @param lastMillis when it last returned
   */
  public record JobCost(
      long batches, long rows, long bytes, long cpuNanos, long firstMillis, long lastMillis) {}

  public PartitionReport {
    progress = Map.copyOf(progress);
    waitsFor = Map.copyOf(waitsFor);
    costs = Map.copyOf(costs);
  }

  /** Of a partition in which nobody measures what jobs cost. */
  public PartitionReport(
      PartitionName partition,
      long epoch,
      Map<JobId, JobProgress> progress,
      Map<JobId, List<String>> waitsFor,
      Use use,
      boolean idle) {
    this(partition, epoch, progress, waitsFor, use, idle, Map.of());
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
    return new PartitionReport(partition, epoch, progress, waitsFor, use, false, costs);
  }

  /** The same of these jobs only. */
  public PartitionReport only(Set<JobId> jobs) {
    return new PartitionReport(
        partition,
        epoch,
        of(jobs, progress),
        of(jobs, waitsFor),
        new Use(
            use.stateBytes,
            use.spilledBytes,
            use.journalBytes,
            use.snapshotAgeMillis,
            of(jobs, use.jobs)),
        idle,
        of(jobs, costs));
  }

  private static <T> Map<JobId, T> of(Set<JobId> jobs, Map<JobId, T> all) {
    Map<JobId, T> some = new HashMap<>(all);
    some.keySet().retainAll(jobs);
    return some;
  }

  /** The same with what jobs cost. */
  public PartitionReport costing(Map<JobId, JobCost> measured) {
    return new PartitionReport(partition, epoch, progress, waitsFor, use, idle, measured);
  }
}
