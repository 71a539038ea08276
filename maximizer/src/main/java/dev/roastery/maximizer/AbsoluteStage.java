package dev.roastery.maximizer;

import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.topology.JobTopology;

/** The absolute maximizer: ranks what all shares of a query have kept. */
public record AbsoluteStage(Pipeline pipeline) implements Stage {

  public AbsoluteStage() {
    this(Pipeline.STANDARD);
  }

  @Override
  public StageJob open(PartitionName partition, JobId job, String plan) {
    return new AbsoluteJob(partition, JobTopology.of(job, plan, pipeline));
  }
}
