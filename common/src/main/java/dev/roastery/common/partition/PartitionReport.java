package dev.roastery.common.partition;

import dev.roastery.common.message.JobId;
import dev.roastery.common.pipeline.PartitionName;
import java.util.List;
import java.util.Map;

/**
 * A look at a partition: its epoch (0 when it is not this node's), how far its jobs are, and what
 * they wait for.
 */
public record PartitionReport(
    PartitionName partition,
    long epoch,
    Map<JobId, JobProgress> progress,
    Map<JobId, List<String>> waitsFor) {

  public PartitionReport {
    progress = Map.copyOf(progress);
    waitsFor = Map.copyOf(waitsFor);
  }
}
