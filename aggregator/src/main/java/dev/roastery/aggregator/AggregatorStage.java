package dev.roastery.aggregator;

import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.Routes;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.wire.JobId;

/** Filters rows, and adds them up by group. */
public final class AggregatorStage implements Stage {

  @Override
  public StageJob open(PartitionName partition, JobId job, String plan) {
    return new AggregatorJob(partition, Routes.of(job, plan));
  }
}
