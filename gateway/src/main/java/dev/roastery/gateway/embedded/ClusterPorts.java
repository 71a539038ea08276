package dev.roastery.gateway.embedded;

import dev.roastery.common.durable.Disk;
import dev.roastery.common.fault.CrashPoints;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.PartitionSettings;
import dev.roastery.common.transport.Transport;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What the workers of one process share.
 *
 * @param crashPoints asked for once in each life of a worker
 * @param onFatal a worker cannot go on, and the job with it
 */
record ClusterPorts(
    Disk disk,
    Transport transport,
    PartitionSettings settings,
    Function<PartitionName, CrashPoints> crashPoints,
    PartitionListener listener,
    Consumer<Fatal> onFatal) {}
