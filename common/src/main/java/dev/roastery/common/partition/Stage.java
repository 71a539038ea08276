package dev.roastery.common.partition;

import dev.roastery.common.wire.JobId;
import dev.roastery.common.wire.Message;
import java.util.List;

/**
 * The code of a stage, the only thing that differs between the partitions of one {@link
 * dev.roastery.common.pipeline.StageKind} and those of another. A stage does no I/O and keeps
 * nothing between jobs.
 */
public interface Stage {

  /**
   * Begins a job's work in one partition.
   *
   * @throws JobFailure when the plan cannot be carried out; the job fails with that reason
   */
  StageJob open(PartitionName partition, JobId job, String plan);

  /**
   * A partition's FAIL or GONE, at the one stage that they are sent to, when that is the gateway's
   * own: from all partitions, also from this one. Each may be told again; what comes back is sent.
   */
  default List<Outbound> told(Message message) {
    return List.of();
  }
}
