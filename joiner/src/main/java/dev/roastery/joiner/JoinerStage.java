package dev.roastery.joiner;

import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.topology.JobTopology;

/** Looks names up in reference tables. */
public record JoinerStage(Pipeline pipeline) implements Stage {

  public JoinerStage() {
    this(Pipeline.STANDARD);
  }

  @Override
  public StageJob open(PartitionName partition, JobId job, String plan) {
    return new JoinerJob(partition, JobTopology.of(job, plan, pipeline));
  }
}
