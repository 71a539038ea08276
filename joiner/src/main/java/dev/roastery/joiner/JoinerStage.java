package dev.roastery.joiner;

import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.Routes;
import dev.roastery.common.partition.Stage;
import dev.roastery.common.partition.StageJob;
import dev.roastery.common.wire.JobId;

/** Looks names up in reference tables. */
public final class JoinerStage implements Stage {

  @Override
  public StageJob open(PartitionName partition, JobId job, String plan) {
    return new JoinerJob(partition, Routes.of(job, plan));
  }
}
