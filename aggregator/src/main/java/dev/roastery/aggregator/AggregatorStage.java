package dev.roastery.aggregator;

import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.topology.JobTopology;

/** Filters rows, and adds them up by group. */
public record AggregatorStage(Pipeline pipeline) implements Stage {

  public AggregatorStage() {
    this(Pipeline.STANDARD);
  }

  @Override
  public StageJob open(PartitionName partition, JobId job, String plan) {
    return new AggregatorJob(partition, JobTopology.of(job, plan, pipeline));
  }
}
