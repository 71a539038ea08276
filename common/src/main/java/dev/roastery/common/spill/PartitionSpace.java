package dev.roastery.common.spill;

import dev.roastery.common.message.JobId;
import dev.roastery.common.share.Share;

/** The memory that a partition's process has for working states, and the partition's files. */
public record PartitionSpace(String where, MemoryBudget budget, SpillStore store) {

  /** Of a partition that never spills. */
  public static PartitionSpace unlimited() {
    return new PartitionSpace("", MemoryBudget.unlimited(), new NoSpillStore());
  }

  public JobSpace of(Share share, JobId job) {
    return new JobSpace(where, share, job, budget, store);
  }
}
