package dev.roastery.gateway.cluster;

import dev.roastery.common.pipeline.PartitionName;

/**
 * Another node owns a partition than before, in a later epoch, as far as heartbeats say.
 *
 * @param from the node that owned it last
 * @param millis from the last sign of that owner to the first of the new one: for longer the
 *     partition had no owner in no case; {@link #UNKNOWN} if the gateway was away meanwhile
 */
public record PartitionMove(
    PartitionName partition, String from, String to, long epoch, long millis) {

  /** Nobody has listened: for how long there was no owner cannot be said. */
  public static final long UNKNOWN = -1;

  /** While the gateway was away. */
  static PartitionMove unseen(PartitionName partition, String from, String to, long epoch) {
    return new PartitionMove(partition, from, to, epoch, UNKNOWN);
  }

  /** Whether the gateway was there when it happened. */
  public boolean isSeen() {
    return millis != UNKNOWN;
  }
}
