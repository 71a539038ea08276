package dev.roastery.maximizer;

import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.Routes;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.wire.JobId;

/** The partial maximizer: adds up its share of the groups, and ranks within it. */
public final class MaximizerStage implements Stage {

  @Override
  public StageJob open(PartitionName partition, JobId job, String plan) {
    return new MaximizerJob(partition, Routes.of(job, plan));
  }
}
