package dev.roastery.aggregator;

import dev.roastery.common.kernel.KeyHash;
import dev.roastery.common.kernel.group.GroupTable;
import dev.roastery.common.kernel.order.BatchSlicer;
import dev.roastery.common.kernel.order.Buckets;
import dev.roastery.common.kernel.order.RowSort;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.partition.Outputs;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.value.RowOrder;
import java.util.List;

/**
 * Sends the partial results of one query: each receiver gets its share of the groups, by a hash of
 * the key. A large share is sent in slices, by another part of that hash, each slice as one piece.
 */
final class GroupSender {

  /** Most slices are one batch. */
  private static final int SLICE_GROUPS = BatchSlicer.ROWS_MAX / 2;

  private final GroupTable groups;
  private final List<PartitionName> receivers;
  private final int senders;
  private final Outputs out;

  GroupSender(GroupTable groups, BoundQuery query, JobTopology topology, Outputs out) {
    this.groups = groups;
    this.receivers = topology.shards(StageKind.AGGREGATOR, query);
    this.senders = topology.count(StageKind.AGGREGATOR);
    this.out = out;
  }

  void send() {
    Rows rows = groups.state();
    long[] hashes = KeyHash.all(rows, groups.keyCount());
    int sliceBits = sliceBits((long) rows.count() / receivers.size());
    int slices = 1 << sliceBits;
    int[] sliceOf = new int[hashes.length];
    for (int group = 0; group < hashes.length; group++) {
      sliceOf[group] = slice(hashes[group], sliceBits, receivers.size());
    }
    Buckets buckets = Buckets.of(sliceOf, receivers.size() * slices);
    for (int receiver = 0; receiver < receivers.size(); receiver++) {
      String queue = receivers.get(receiver).queue();
      for (int slice = receiver * slices; slice < (receiver + 1) * slices; slice++) {
        int[] share = buckets.rows(slice);
        out.later(() -> send(queue, rows, share));
      }
      out.later(() -> out.end(queue, groups.name(), senders));
    }
  }

  /** Of the slices of a share of so many groups. */
  static int sliceBits(long groups) {
    long slices = Math.max(1, groups / SLICE_GROUPS);
    return Long.SIZE - 1 - Long.numberOfLeadingZeros(slices);
  }

  /** The receivers' numbers come first, so that what one gets stands together. */
  static int slice(long hash, int bits, int receivers) {
    int within = (int) (hash >>> 1 >>> (Long.SIZE - 1 - bits));
    return (JobTopology.shard(hash, receivers) << bits) | within;
  }

  private void send(String queue, Rows rows, int[] share) {
    int[] sorted = RowSort.sorted(rows, share, RowOrder.ascending(groups.keyCount()));
    BatchSlicer.each(groups.name(), rows, sorted, batch -> out.batch(queue, groups.name(), batch));
  }
}
