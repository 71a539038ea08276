package dev.roastery.common.process;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.process.state.DeathRecord;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts how often in a row each partition has crashed a node without any node owning it in
 * between: one line per crash in a {@link DeathRecord}, which all nodes of the stage share. After
 * {@value #MOST} crashes the partition is quarantined: no node joins the line for it any more,
 * because a partition that no node can own must not keep crashing the other partitions of its nodes
 * (O19). A bug that crashes them may be met in the state, the outputs or a message of one job. It
 * takes some deaths to find that job ({@code ReplayGuard}), which then fails alone; so it takes
 * {@value #MOST_BUGS} bugs to quarantine the partition.
 */
final class PartitionCrashCounter {

  static final int MOST = 5;
  static final int MOST_BUGS = 20;

  /**
   * What is wrong with one partition only; all else is wrong with the node, or its surroundings.
   */
  private static final Set<FatalReason> OF_ONE_PARTITION =
      Set.of(
          FatalReason.JOURNAL_CORRUPT, FatalReason.SNAPSHOT_CORRUPT, FatalReason.BROKEN_INVARIANT);

  private static final Logger log = LoggerFactory.getLogger(PartitionCrashCounter.class);

  private final DeathRecord record;

  PartitionCrashCounter(DeathRecord record) {
    this.record = record;
  }

  boolean isPutAside(PartitionName partition) {
    String where = record.where(partition);
    List<String> deaths;
    try {
      deaths = record.of(partition);
    } catch (IOException e) {
      throw new Fatal(FatalReason.DISK_UNREADABLE, where + " cannot be read: " + e, e);
    }
    long bugs = deaths.stream().filter(PartitionCrashCounter::isBug).count();
    if (deaths.size() - bugs < MOST && bugs < MOST_BUGS) {
      return false;
    }
    log.error(
        "ALARM: {} crashed {} nodes in a row and is quarantined; its jobs make no progress. See {},"
            + " and delete that when the cause is fixed",
        partition,
        deaths.size(),
        where);
    return true;
  }

  private static boolean isBug(String death) {
    return death.startsWith(FatalReason.BROKEN_INVARIANT + ":");
  }

  /** To be called by a process that is about to end. */
  void died(PartitionName partition, Fatal fatal) {
    if (!OF_ONE_PARTITION.contains(fatal.reason())) {
      return;
    }
    String line = String.valueOf(fatal.getMessage()).replace('\n', ' ');
    try {
      record.add(partition, line);
    } catch (IOException e) {
      log.warn("the crash of {} could not be recorded: {}", partition, e.toString());
    }
  }

  /** A node that owns the partition has recovered from what crashed the earlier ones. */
  List<PartitionReport> reported(List<PartitionReport> reports) {
    for (PartitionReport report : reports) {
      if (report.epoch() > 0) {
        forget(report.partition());
      }
    }
    return reports;
  }

  private void forget(PartitionName partition) {
    try {
      record.forget(partition);
    } catch (IOException e) {
      log.warn("{} cannot be deleted: {}", record.where(partition), e.toString());
    }
  }
}
