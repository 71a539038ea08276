package dev.roastery.embedded.direct;

import dev.roastery.common.kernel.KeyHash;
import dev.roastery.common.kernel.group.GroupTable;
import dev.roastery.common.kernel.order.Buckets;
import dev.roastery.common.kernel.order.RowGather;
import dev.roastery.common.kernel.order.RowsBuffer;
import dev.roastery.common.kernel.run.GroupRuns;
import dev.roastery.common.kernel.run.RowSorter;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.maximizer.RankCount;
import dev.roastery.maximizer.Ranking;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

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
  private final JobSpace space;
  private final AtomicLong bytes = new AtomicLong();

  /** What did not fit into memory; guarded by itself. */
  private final GroupRuns runs;

  public GroupShares(BoundQuery query) {
    this(query, JobSpace.unlimited());
  }

  /** What is more than that memory goes to files. */
  public GroupShares(BoundQuery query, JobSpace space) {
    this.query = query;
    this.space = space;
    this.runs = new GroupRuns(query, 1);
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
    bytes.addAndGet(state.columns().stream().mapToLong(Column::decodedBytes).sum());
    spillWhenOver();
  }

  private void spillWhenOver() {
    synchronized (runs) {
      if (space.isOver(bytes.get())) {
        bytes.set(0); // what others add meanwhile may be counted twice or not, and is little
        runs.spill(shares.stream().map(this::added).iterator(), space);
        space.holds(0);
      }
    }
  }

  /** All of a share that is there by now. */
  private GroupTable added(Queue<Rows> share) {
    GroupTable table = GroupTable.ofPartials(query);
    for (Rows rows = share.poll(); rows != null; rows = share.poll()) {
      table.addState(rows);
    }
    return table;
  }

  private static int share(long hash) {
    return (int) (hash >>> (Long.SIZE - SHARE_BITS));
  }

  /**
   * Gives the columns of {@link BoundQuery#passed} of the groups that are kept, in the order of the
   * result, perhaps some at a time; {@code last} are the tables as they are in the end.
   */
  public void ranked(List<GroupTable> last, Consumer<Rows> kept) {
    if (!used) {
      kept.accept(ranked(together(last)));
      return;
    }
    last.forEach(this::add);
    synchronized (runs) {
      if (!runs.isEmpty()) {
        runs.spillLast(shares.stream().map(this::added).iterator(), space);
        rankSpilled(kept);
      } else if (query.regroups()) {
        giveShares(kept);
      } else {
        kept.accept(rankedShares());
      }
    }
    space.close();
  }

  /** What is grouped again needs no order: a share is given when one of two threads has it. */
  private void giveShares(Consumer<Rows> kept) {
    shares.parallelStream()
        .map(share -> added(share).passed())
        .forEach(rows -> {
          synchronized (shares) {
            kept.accept(rows);
          }
        });
  }

  /** By all processors: nothing else is left to do then. */
  private Rows rankedShares() {
    List<Rows> candidates = shares.parallelStream().map(share -> ranked(added(share))).toList();
    Rows all = RowsBuffer.concatenated(types(), candidates);
    return RowGather.rows(all, Ranking.kept(query, all));
  }

  private List<ColumnType> types() {
    return query.passed().stream().map(ResultColumn::type).toList();
  }

  private void rankSpilled(Consumer<Rows> kept) {
    if (query.regroups()) {
      runs.merged(space).forEachRemaining(table -> kept.accept(table.passed()));
      return;
    }
    RowSorter sorter =
        new RowSorter(types(), query.order(), rows -> Ranking.kept(query, rows), space);
    runs.merged(space).forEachRemaining(table -> sorter.add(ranked(table)));
    RankCount count = new RankCount(query);
    sorter.sorted().forEachRemaining(rows -> kept.accept(count.kept(rows)));
    sorter.close();
  }

  private Rows ranked(GroupTable table) {
    Rows passed = table.passed();
    return query.regroups() ? passed : RowGather.rows(passed, Ranking.kept(query, passed));
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
