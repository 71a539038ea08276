package dev.roastery.aggregator;

import dev.roastery.common.kernel.KeyHash;
import dev.roastery.common.kernel.order.BatchSlicer;
import dev.roastery.common.kernel.order.Buckets;
import dev.roastery.common.kernel.order.RowGather;
import dev.roastery.common.kernel.order.RowSort;
import dev.roastery.common.kernel.order.RowsBuffer;
import dev.roastery.common.kernel.run.GroupMerge;
import dev.roastery.common.kernel.state.GroupTables;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.partition.Outputs;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.query.value.RowOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends what {@link GroupSender} would send, of groups that are in files. They are merged twice:
 * first they are counted, because the number of slices depends on that; then they come in the order
 * of the slices, and no more than a slice and a step of the merge is held.
 */
final class SpilledGroupSender {

  private final GroupTables groups;
  private final BoundQuery query;
  private final int keys;
  private final List<ColumnType> types;
  private final List<PartitionName> receivers;
  private final int senders;
  private final Outputs out;
  private long count;
  private int sliceBits;

  /** Rows of the slice that is next to be sent; it may go on in the next step of the merge. */
  private final List<Rows> open = new ArrayList<>();

  private int openSlice;

  /** The receivers before this one have their END. */
  private int ended;

  SpilledGroupSender(GroupTables groups, BoundQuery query, JobTopology topology, Outputs out) {
    this.groups = groups;
    this.query = query;
    this.keys = groups.table(query.name()).keyCount();
    this.types = query.partial().stream().map(ResultColumn::type).toList();
    this.receivers = topology.shards(StageKind.AGGREGATOR, query);
    this.senders = topology.count(StageKind.AGGREGATOR);
    this.out = out;
  }

  void send() {
    out.stepwise(this::spillSome);
  }

  private boolean spillSome() {
    if (groups.spillRest(query.name())) {
      return true;
    }
    GroupMerge merge = groups.merged(query.name());
    out.stepwise(() -> merge.openNext() || countSome(merge));
    return false;
  }

  private boolean countSome(GroupMerge merge) {
    if (merge.hasNext()) {
      count += merge.next().count();
      return true;
    }
    sliceBits = GroupSender.sliceBits(count / receivers.size());
    GroupMerge again = groups.merged(query.name());
    out.stepwise(() -> again.openNext() || sendSome(again));
    return false;
  }

  private boolean sendSome(GroupMerge merge) {
    if (merge.hasNext()) {
      take(merge.next().state());
      return true;
    }
    sendOpen();
    endBefore(receivers.size());
    return false;
  }

  private void take(Rows rows) {
    long[] hashes = KeyHash.all(rows, keys);
    int[] sliceOf = new int[hashes.length];
    int first = Integer.MAX_VALUE;
    int last = 0;
    for (int row = 0; row < sliceOf.length; row++) {
      sliceOf[row] = GroupSender.slice(hashes[row], sliceBits, receivers.size());
      first = Math.min(first, sliceOf[row]);
      last = Math.max(last, sliceOf[row]);
    }
    for (int row = 0; row < sliceOf.length; row++) {
      sliceOf[row] -= first;
    }
    Buckets buckets = Buckets.of(sliceOf, last - first + 1);
    for (int slice = first; slice <= last; slice++) {
      int[] numbers = buckets.rows(slice - first);
      if (numbers.length > 0) {
        open(slice, RowGather.rows(rows, numbers));
      }
    }
  }

  private void open(int slice, Rows rows) {
    if (slice != openSlice) {
      sendOpen();
      endBefore(slice >> sliceBits);
      openSlice = slice;
    }
    open.add(rows);
  }

  private void sendOpen() {
    if (!open.isEmpty()) {
      Rows rows = RowsBuffer.concatenated(types, open);
      String queue = receivers.get(openSlice >> sliceBits).queue();
      int[] sorted = RowSort.sorted(rows, RowOrder.ascending(keys));
      BatchSlicer.each(query.name(), rows, sorted, batch -> out.batch(queue, query.name(), batch));
      open.clear();
    }
  }

  private void endBefore(int receiver) {
    for (; ended < receiver; ended++) {
      out.end(receivers.get(ended).queue(), query.name(), senders);
    }
  }
}
