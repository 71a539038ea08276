package dev.roastery.maximizer;

import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.topology.JobTopology;

/** The partial maximizer: adds up its share of the groups, and ranks within it. */
public record MaximizerStage(Pipeline pipeline) implements Stage {

  public MaximizerStage() {
    this(Pipeline.STANDARD);
  }

  @Override
  public StageJob open(PartitionName partition, JobId job, String plan) {
    return new MaximizerJob(partition, JobTopology.of(job, plan, pipeline));
  }
}
