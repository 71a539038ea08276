package dev.roastery.common.partition;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.journal.recovery.RecoveryReport;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.pipeline.PartitionName;
import java.util.List;

/** Reports what a partition's owner does to operators and tests. Nothing depends on a listener. */
public interface PartitionListener {

  /** The partition was recovered: what from, how much, how long it took. */
  default void recovered(PartitionName partition, RecoveryReport report) {}

  /** An operator has accepted that the volume which this card speaks of is lost. */
  default void lostVolumeAccepted(PartitionName partition, String card) {}

  /** An operator has accepted that the broker has lost what it had for this partition. */
  default void lostBrokerAccepted(PartitionName partition) {}

  /**
   * This node's volume is not the partition's: the node lives on for its other partitions, and
   * tries this one again after a pause.
   */
  default void refused(PartitionName partition, Fatal why, long pauseMillis) {}

  /** The partition is this node's. */
  default void owned(PartitionName partition, long epoch) {}

  /** The partition is not this node's any more. */
  default void released(PartitionName partition, String reason) {}

  /** A stage is given work of a job, on the partition's thread; {@link #applied} follows. */
  default void applying(PartitionName partition, JobId job) {}

  /** That work is this batch; it may have come before, in an earlier life of the partition. */
  default void batch(PartitionName partition, Message.Batch batch) {}

  /** The stage has returned from that work, successfully or not. */
  default void applied(PartitionName partition) {}

  /** A stage threw; the partition will be reopened after a pause. */
  default void failed(PartitionName partition, String error, long pauseMillis) {}

  /** The job has made no progress here for a while; this is what it waits for. */
  default void stalled(PartitionName partition, JobId job, List<String> waitsFor) {}
}
