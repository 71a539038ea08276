package dev.roastery.common.partition.host;

import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.pipeline.PartitionName;

/** Tells, on the partition's thread, that a partition has become this node's. */
final class OwnershipNews extends PassedOn {

  private volatile Runnable receiver = () -> {};

  OwnershipNews(PartitionListener next) {
    super(next);
  }

  /** From now on this one is told. It must not block. */
  void tell(Runnable newReceiver) {
    receiver = newReceiver;
  }

  @Override
  public void owned(PartitionName partition, long epoch) {
    super.owned(partition, epoch);
    receiver.run();
  }
}
