package dev.roastery.common.partition;

import dev.roastery.common.durable.PersistenceService;
import dev.roastery.common.wire.JobId;

/** The send log of a partition that has a directory. */
record DurableSendLog(PersistenceService persistence) implements Partition.SendLog {

  @Override
  public boolean acknowledged(JobId job, String key) {
    return persistence.sendHasBeenAcknowledged(job, key);
  }

  @Override
  public void forget(JobId job) {
    persistence.forget(job);
  }
}
