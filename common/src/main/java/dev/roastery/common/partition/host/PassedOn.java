package dev.roastery.common.partition.host;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.journal.recovery.RecoveryReport;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.pipeline.PartitionName;
import java.util.List;

/** Passes all calls on to another listener. */
abstract class PassedOn implements PartitionListener {

  private final PartitionListener next;

  PassedOn(PartitionListener next) {
    this.next = next;
  }

  @Override
  public void applying(PartitionName partition, JobId job) {
    next.applying(partition, job);
  }

  @Override
  public void batch(PartitionName partition, Message.Batch batch) {
    next.batch(partition, batch);
  }

  @Override
  public void applied(PartitionName partition) {
    next.applied(partition);
  }

  @Override
  public void recovered(PartitionName partition, RecoveryReport report) {
    next.recovered(partition, report);
  }

  @Override
  public void lostVolumeAccepted(PartitionName partition, String card) {
    next.lostVolumeAccepted(partition, card);
  }

  @Override
  public void lostBrokerAccepted(PartitionName partition) {
    next.lostBrokerAccepted(partition);
  }

  @Override
  public void refused(PartitionName partition, Fatal why, long pauseMillis) {
    next.refused(partition, why, pauseMillis);
  }

  @Override
  public void owned(PartitionName partition, long epoch) {
    next.owned(partition, epoch);
  }

  @Override
  public void released(PartitionName partition, String reason) {
    next.released(partition, reason);
  }

  @Override
  public void failed(PartitionName partition, String error, long pauseMillis) {
    next.failed(partition, error, pauseMillis);
  }

  @Override
  public void stalled(PartitionName partition, JobId job, List<String> waitsFor) {
    next.stalled(partition, job, waitsFor);
  }
}
