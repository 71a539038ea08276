package dev.roastery.gateway.cluster;

import dev.roastery.common.pipeline.PartitionName;

/**
 * Another node owns a partition than before, in a later epoch, as far as heartbeats say.
 *
 * @param from the node that owned it last
 * @param millis from the last sign of that owner to the first of the new one: for longer the
 *     partition had no owner in no case
 */
public record PartitionMove(
    PartitionName partition, String from, String to, long epoch, long millis) {}
