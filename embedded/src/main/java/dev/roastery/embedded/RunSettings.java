package dev.roastery.embedded;

import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.input.BadRows;
import dev.roastery.input.MaxBadRows;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a job in this process.
 *
 * @param readers how many threads read CSV
 * @param maxBadRows how many rows may be skipped
 * @param state where to keep the state that must survive this process; null for none
 * @param results where to write results if no state folder keeps them
 * @param progress gets the number of further input bytes that have been read
 * @param crashPoints called at every start of a partition's worker
 * @param memory what the working states may take of it
 */
public record RunSettings(
    int readers,
    BadRows badRows,
    MaxBadRows maxBadRows,
    @Nullable Path state,
    Path results,
    LongConsumer progress,
    PartitionListener listener,
    Function<PartitionName, CrashPoints> crashPoints,
    MemoryBudget memory) {

  /** With a share of the heap for working states. */
  public RunSettings(
      int readers,
      BadRows badRows,
      MaxBadRows maxBadRows,
      @Nullable Path state,
      Path results,
      LongConsumer progress,
      PartitionListener listener,
      Function<PartitionName, CrashPoints> crashPoints) {
    this(
        readers,
        badRows,
        maxBadRows,
        state,
        results,
        progress,
        listener,
        crashPoints,
        MemoryBudget.ofHeap());
  }

  public RunSettings {
    if (readers < 1) {
      throw new IllegalArgumentException(readers + " threads to read by");
    }
  }
}
