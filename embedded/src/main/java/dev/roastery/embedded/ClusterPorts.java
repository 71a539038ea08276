package dev.roastery.embedded;

import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.partition.PartitionSettings;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.spill.MemoryBudget;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What the workers of one process share.
 *
 * @param crashPoints called at every start of a worker
 * @param onFatal called when a worker cannot continue, and so neither can the job
 */
record ClusterPorts(
    Disk disk,
    Transport transport,
    PartitionSettings settings,
    Function<PartitionName, CrashPoints> crashPoints,
    PartitionListener listener,
    Consumer<Fatal> onFatal,
    MemoryBudget memory) {}
