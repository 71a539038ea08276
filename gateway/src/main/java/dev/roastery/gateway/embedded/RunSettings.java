package dev.roastery.gateway.embedded;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.gateway.ingest.BadRows;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * How a job is run in this process.
 *
 * @param readers how many threads read CSV
 * @param state where to keep what must outlive this process; null when nothing must
 * @param results where results go that no state folder keeps
 * @param progress told how many bytes of the input more are read
 * @param crashPoints asked for once in each life of a partition's worker
 */
public record RunSettings(
    int readers,
    BadRows badRows,
    @Nullable Path state,
    Path results,
    LongConsumer progress,
    PartitionListener listener,
    Function<PartitionName, CrashPoints> crashPoints) {

  public RunSettings {
    if (readers < 1) {
      throw new IllegalArgumentException(readers + " threads to read by");
    }
  }
}
