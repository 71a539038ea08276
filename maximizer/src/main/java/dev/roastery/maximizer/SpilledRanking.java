package dev.roastery.maximizer;

import dev.roastery.common.kernel.order.BatchStream;
import dev.roastery.common.kernel.order.RowGather;
import dev.roastery.common.kernel.run.GroupMerge;
import dev.roastery.common.kernel.run.RowSorter;
import dev.roastery.common.kernel.state.GroupTables;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.partition.Outputs;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.spill.JobSpace;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;

/**
 * Ranks what does not fit into memory, some at a time: what may be among the kept rows of a query
 * is sorted, perhaps in files, and then counted out. Gives the rows that {@link Ranking} would.
 */
final class SpilledRanking {

  private final BoundQuery query;
  private final List<ColumnType> types;
  private final RowSorter sorter;
  private final RankCount count;

  SpilledRanking(BoundQuery query, JobSpace space) {
    this.query = query;
    this.types = query.passed().stream().map(ResultColumn::type).toList();
    this.sorter = new RowSorter(types, query.order(), rows -> Ranking.kept(query, rows), space);
    this.count = new RankCount(query);
  }

  /** Sends the groups that are kept of those of one share. */
  void send(GroupTables tables, String queue, JobTopology topology, Outputs out) {
    out.stepwise(() -> {
      boolean more = tables.spillRest(query.name());
      if (!more) {
        send(tables.merged(query.name()), queue, topology, out);
      }
      return more;
    });
  }

  private void send(GroupMerge groups, String queue, JobTopology topology, Outputs out) {
    String stream = query.name();
    out.stepwise(() -> {
      if (groups.openNext()) {
        return true;
      }
      if (groups.hasNext()) {
        Rows passed = groups.next().passed();
        add(RowGather.rows(passed, Ranking.kept(query, passed)));
        return true;
      }
      BatchStream batches = new BatchStream(stream, types, rows -> out.batch(queue, stream, rows));
      sendRanked(out, batches, () -> out.end(queue, stream, topology.count(StageKind.MAXIMIZER)));
      return false;
    });
  }

  void add(Rows rows) {
    sorter.add(rows);
  }

  /** Sends the rows that are kept of all that were added, then what comes at the end. */
  void sendRanked(Outputs out, BatchStream batches, Runnable end) {
    Iterator<Rows> sorted = sorter.sorted();
    Consumer<Rows> kept = rows -> batches.add(count.kept(rows));
    out.stepwise(() -> {
      if (sorted.hasNext()) {
        kept.accept(sorted.next());
        return true;
      }
      batches.finish();
      sorter.close();
      end.run();
      return false;
    });
  }
}
