package dev.roastery.common.partition.ownership;

import dev.roastery.common.journal.PersistenceService;
import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.Partition;

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
