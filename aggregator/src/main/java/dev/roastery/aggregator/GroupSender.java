package dev.roastery.aggregator;

import dev.roastery.common.compute.Cut;
import dev.roastery.common.compute.GroupTable;
import dev.roastery.common.compute.KeyHash;
import dev.roastery.common.compute.RowSort;
import dev.roastery.common.partition.Outbox;
import dev.roastery.common.partition.PartitionName;
import dev.roastery.common.partition.Routes;
import dev.roastery.common.plan.Partitions;
import dev.roastery.common.plan.value.RowOrder;
import dev.roastery.common.wire.Rows;

/** Sends the partial results of one query: to each maximizer its share of the groups, by key. */
final class GroupSender {

  private final GroupTable groups;
  private final Routes routes;
  private final Outbox out;

  GroupSender(GroupTable groups, Routes routes, Outbox out) {
    this.groups = groups;
    this.routes = routes;
    this.out = out;
  }

  void send() {
    Rows rows = groups.partial();
    int[] sorted = RowSort.sorted(rows, RowOrder.ascending(groups.keyCount()));
    Partitions partitions = routes.plan().partitions();
    int[] owners = new int[sorted.length];
    int[] counts = new int[partitions.partialMaximizers()];
    long[] hashes = KeyHash.all(rows, groups.keyCount());
    for (int i = 0; i < sorted.length; i++) {
      owners[i] = routes.maximizerNumber(hashes[sorted[i]]);
      counts[owners[i]]++;
    }
    for (int owner = 0; owner < counts.length; owner++) {
      String queue = new PartitionName(Routes.MAXIMIZER, owner).queue();
      int[] share = share(sorted, owners, owner, counts[owner]);
      Cut.each(groups.name(), rows, share, batch -> out.batch(queue, groups.name(), batch));
      out.end(queue, groups.name(), partitions.aggregators());
    }
  }

  private static int[] share(int[] sorted, int[] owners, int owner, int count) {
    int[] share = new int[count];
    int at = 0;
    for (int i = 0; i < sorted.length; i++) {
      if (owners[i] == owner) {
        share[at++] = sorted[i];
      }
    }
    return share;
  }
}
