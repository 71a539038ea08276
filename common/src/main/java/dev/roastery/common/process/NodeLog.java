package dev.roastery.common.process;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.journal.recovery.RecoveryReport;
import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.watch.LogContext;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what happens to the partitions into the log. */
public class NodeLog implements PartitionListener {

  private static final Logger log = LoggerFactory.getLogger(NodeLog.class);

  /** So that any line that this thread logs meanwhile is known to be about them. */
  @Override
  public void applying(PartitionName partition, JobId job) {
    LogContext.here().begin(partition, job);
  }

  @Override
  public void applied(PartitionName partition) {
    LogContext.here().end();
  }

  @Override
  public void recovered(PartitionName partition, RecoveryReport report) {
    log.info("{} recovered: {}", partition, report);
  }

  @Override
  public void owned(PartitionName partition, long epoch) {
    log.info("{} is mine, epoch {}", partition, epoch);
  }

  @Override
  public void released(PartitionName partition, String reason) {
    log.info("{} is not mine any more: {}", partition, reason);
  }

  @Override
  public void failed(PartitionName partition, String error, long pauseMillis) {
    log.warn("{} will be reopened in {} ms: {}", partition, pauseMillis, error);
  }

  @Override
  public void lostVolumeAccepted(PartitionName partition, String card) {
    log.warn(
        "{} starts empty, because the operator has accepted that the volume of '{}' is lost",
        partition,
        card);
  }

  @Override
  public void lostBrokerAccepted(PartitionName partition) {
    log.warn(
        "{} continues with what is on its volume, because the operator has accepted that the broker"
            + " has lost its messages",
        partition);
  }

  @Override
  public void refused(PartitionName partition, Fatal why, long pauseMillis) {
    log.error(
        "{} cannot be owned by this node, which continues with its other partitions and tries"
            + " again in {} s: {}",
        partition,
        pauseMillis / 1_000,
        why.getMessage());
  }

  /** The broker has given up a message. */
  static void alarm(String sentence) {
    log.error("ALARM: {}", sentence);
  }

  @Override
  public void stalled(PartitionName partition, JobId job, List<String> waitsFor) {
    log.warn("job {}: stalled in {}, waits for {}", job, partition, waitsFor);
  }
}
