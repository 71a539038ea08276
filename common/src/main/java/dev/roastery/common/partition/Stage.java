package dev.roastery.common.partition;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.pipeline.PartitionName;
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
   * Receives FAIL and GONE of all partitions, this one included; only the stage of the gateway gets
   * them. Each may arrive again. The returned outputs are sent.
   */
  default List<Outbound> told(Message message) {
    return List.of();
  }
}
