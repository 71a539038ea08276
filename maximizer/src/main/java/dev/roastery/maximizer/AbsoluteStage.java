package dev.roastery.maximizer;

import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.Routes;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.wire.JobId;

/** The absolute maximizer: ranks what all shares of a query have kept. */
public final class AbsoluteStage implements Stage {

  @Override
  public StageJob open(PartitionName partition, JobId job, String plan) {
    return new AbsoluteJob(partition, Routes.of(job, plan));
  }
}
