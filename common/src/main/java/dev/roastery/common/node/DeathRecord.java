package dev.roastery.common.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.PartitionReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How often each partition has ended a node without having been anybody's in between: a line each
 * time in {@code PARTITION.deaths} on the volume, which all nodes of the stage share. After {@value
 * #MOST} times nobody stands in line for it any more: a partition that nobody can have must not
 * take the others of its nodes along again and again (O19).
 */
final class DeathRecord {

  static final int MOST = 5;

  /**
   * What is wrong with one partition only; all else is wrong with the node, or its surroundings.
   */
  private static final Set<FatalReason> OF_ONE_PARTITION =
      Set.of(
          FatalReason.JOURNAL_CORRUPT, FatalReason.SNAPSHOT_CORRUPT, FatalReason.BROKEN_INVARIANT);

  private static final Logger log = LoggerFactory.getLogger(DeathRecord.class);

  private final Path volume;

  DeathRecord(Path volume) {
    this.volume = volume;
  }

  boolean isPutAside(PartitionName partition) {
    Path file = file(partition);
    try {
      if (Files.notExists(file) || Files.readAllLines(file).size() < MOST) {
        return false;
      }
    } catch (IOException e) {
      throw new Fatal(FatalReason.DISK_UNREADABLE, file + " cannot be read: " + e, e);
    }
    log.error(
        "ALARM: {} has ended {} nodes in a row and is put aside, its jobs stand still: see {}, and"
            + " delete that file when the reason is gone",
        partition,
        MOST,
        file);
    return true;
  }

  /** To be called by a process that is about to end. */
  void died(PartitionName partition, Fatal fatal) {
    if (!OF_ONE_PARTITION.contains(fatal.reason())) {
      return;
    }
    String line = String.valueOf(fatal.getMessage()).replace('\n', ' ') + "\n";
    try {
      Files.writeString(
          file(partition), line, UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      log.warn("the death of {} could not be written down: {}", partition, e.toString());
    }
  }

  /** Who says that it has a partition has got on with it. */
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
      Files.deleteIfExists(file(partition));
    } catch (IOException e) {
      log.warn("{} cannot be deleted: {}", file(partition), e.toString());
    }
  }

  private Path file(PartitionName partition) {
    return volume.resolve(partition + ".deaths");
  }
}
