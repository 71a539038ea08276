package dev.roastery.common.kernel.run;

import dev.roastery.common.kernel.KeyHash;
import dev.roastery.common.kernel.group.GroupTable;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.spill.JobSpace;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Goes through sorted runs of groups at the same time. Each step takes, of every run, what is not
 * behind the end of the block that ends first; so a group is whole within one step, and a step
 * holds about a block of each run. Groups of a later step are behind those of an earlier one.
 */
public final class GroupMerge implements Iterator<GroupTable> {

  private final BoundQuery query;
  private final Iterator<RunCursor> unopened;
  private final List<RunCursor> cursors = new ArrayList<>();

  /** Compares by share, then by hash: keys of the same hash stay together. */
  private record HashBlock(Rows rows, long[] hashes, int shares) implements RunCursor.Block {
    @Override
    public boolean isBehind(int row, RunCursor.Block other, int otherRow) {
      long mine = hashes[row];
      long others = ((HashBlock) other).hashes[otherRow];
      int byShare = Integer.compare(GroupRuns.share(mine, shares), GroupRuns.share(others, shares));
      return byShare != 0 ? byShare > 0 : Long.compareUnsigned(mine, others) > 0;
    }
  }

  GroupMerge(BoundQuery query, int shares, List<Run> runs, JobSpace space) {
    this.query = query;
    int keys = ((BoundQuery.Groups) query.shape()).keys().size();
    RunCursor.BlockOrder order = rows -> new HashBlock(rows, KeyHash.all(rows, keys), shares);
    this.unopened = runs.stream().map(run -> new RunCursor(space, run, order)).iterator();
  }

  /**
   * Reads the first block of one more run; whether there was one. Who does not call this until
   * there is none has them all read by the first step.
   */
  public boolean openNext() {
    boolean isOpened = unopened.hasNext();
    if (isOpened) {
      cursors.add(unopened.next());
    }
    return isOpened;
  }

  @Override
  public boolean hasNext() {
    unopened.forEachRemaining(cursors::add);
    return cursors.stream().anyMatch(RunCursor::hasRows);
  }

  /** Some groups, in no order. */
  @Override
  public GroupTable next() {
    unopened.forEachRemaining(cursors::add);
    RunCursor first = RunCursor.endingFirst(cursors);
    if (first == null) {
      throw new NoSuchElementException();
    }
    RunCursor.Block bound = first.block();
    int last = first.last();
    GroupTable table = GroupTable.ofPartials(query);
    cursors.forEach(cursor -> cursor.takeUpTo(bound, last, table::addState));
    return table;
  }
}
