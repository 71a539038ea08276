package dev.roastery.gateway.cluster;

import java.time.Instant;

/**
 * What a job has cost in a partition, as its owners have said: work that was done again after a
 * crash counts again.
 *
 * @param owner the last one, as {@code kind@host:pid}
 * @param first when its first owner began, by that node's clock
 * @param last when its last owner ended
 */
public record PartitionWork(
    String owner, long batches, long rows, long bytes, long cpuNanos, Instant first, Instant last) {

  /** The sum with that of a later life of the partition. */
  PartitionWork and(PartitionWork later) {
    return new PartitionWork(
        later.owner,
        batches + later.batches,
        rows + later.rows,
        bytes + later.bytes,
        cpuNanos + later.cpuNanos,
        first.isBefore(later.first) ? first : later.first,
        last.isAfter(later.last) ? last : later.last);
  }
}
