package dev.roastery.embedded.direct;

import dev.roastery.common.kernel.KeyHash;
import dev.roastery.common.kernel.group.GroupTable;
import dev.roastery.common.kernel.order.Buckets;
import dev.roastery.common.kernel.order.RowGather;
import dev.roastery.common.kernel.order.RowsBuffer;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.plan.BoundQuery;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.maximizer.Ranking;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The groups of one query that several tables in one process find. Where they are few, the tables
 * are added up in the end. Where they are many, each look into a large table would be a miss of the
 * processor's cache: so a table that has grown is emptied into shares, by a hash of the key, and in
 * the end each share is added up and ranked by itself.
 */
public final class GroupShares {

  /** A table of this many groups still fits into the cache. */
  private static final int GROUPS_MAX = 1 << 16;

  private static final int SHARE_BITS = 7;

  private final BoundQuery query;
  private final List<Queue<Rows>> shares = new ArrayList<>();
  private volatile boolean used;

  public GroupShares(BoundQuery query) {
    this.query = query;
    for (int share = 0; share < 1 << SHARE_BITS; share++) {
      shares.add(new ConcurrentLinkedQueue<>());
    }
  }

  /** Whether a table is to be emptied. */
  public static boolean isLarge(GroupTable table) {
    return table.count() > GROUPS_MAX && table.keyCount() > 0;
  }

  /** Takes the groups of a table. Several threads may call this, each with its own tables. */
  public void add(GroupTable table) {
    used = true;
    Rows state = table.state();
    long[] hashes = KeyHash.all(state, table.keyCount());
    int[] shareOf = new int[hashes.length];
    for (int group = 0; group < hashes.length; group++) {
      shareOf[group] = share(hashes[group]);
    }
    Buckets buckets = Buckets.of(shareOf, shares.size());
    for (int share = 0; share < shares.size(); share++) {
      int[] numbers = buckets.rows(share);
      if (numbers.length > 0) {
        shares.get(share).add(RowGather.rows(state, numbers));
      }
    }
  }

  private static int share(long hash) {
    return (int) (hash >>> (Long.SIZE - SHARE_BITS));
  }

  /**
   * The columns of {@link BoundQuery#passed} of the groups that are kept, in the order of the
   * result; {@code last} are the tables as they are in the end.
   */
  public Rows ranked(List<GroupTable> last) {
    if (!used) {
      return ranked(together(last));
    }
    last.forEach(this::add);
    List<Rows> candidates = new ArrayList<>();
    for (Queue<Rows> share : shares) {
      GroupTable table = GroupTable.ofPartials(query);
      for (Rows rows = share.poll(); rows != null; rows = share.poll()) {
        table.addState(rows);
      }
      candidates.add(ranked(table));
    }
    Rows all =
        RowsBuffer.concatenated(
            query.passed().stream().map(ResultColumn::type).toList(), candidates);
    return RowGather.rows(all, Ranking.kept(query, all));
  }

  private Rows ranked(GroupTable table) {
    Rows passed = table.passed();
    return RowGather.rows(passed, Ranking.kept(query, passed));
  }

  private GroupTable together(List<GroupTable> tables) {
    GroupTable all =
        tables.stream()
            .max(Comparator.comparingInt(GroupTable::count))
            .orElseGet(() -> GroupTable.ofPartials(query));
    tables.stream().filter(table -> table != all).forEach(table -> all.addState(table.state()));
    return all;
  }
}
