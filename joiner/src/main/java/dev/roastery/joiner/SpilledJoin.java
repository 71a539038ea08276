package dev.roastery.joiner;

import dev.roastery.common.kernel.order.BatchStream;
import dev.roastery.common.kernel.run.RowSorter;
import dev.roastery.common.kernel.state.KeptBatches;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.partition.Outputs;
import dev.roastery.common.partition.SingleSender;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.spill.JobSpace;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A join of more rows than a piece of work may hold: as many as it may are looked up at a time, for
 * which the reference tables are read again. Rows of a filter are sorted afterwards, perhaps in
 * files; groups stay in the order in which they came.
 */
final class SpilledJoin {

  private final BoundQuery query;
  private final KeptBatches passed;
  private final UnaryOperator<Rows> join;
  private final JobSpace space;

  SpilledJoin(BoundQuery query, KeptBatches passed, UnaryOperator<Rows> join, JobSpace space) {
    this.query = query;
    this.passed = passed;
    this.join = join;
    this.space = space;
  }

  void send(SingleSender sender, Outputs out) {
    BatchStream batches = sender.stream(types());
    Iterator<Rows> rows = passed.iterator();
    switch (query.shape()) {
      case BoundQuery.Groups _ -> sendInOrder(rows, batches, sender, out);
      case BoundQuery.Filter _ -> sendSorted(rows, batches, sender, out);
    }
  }

  private List<ColumnType> types() {
    return query.output().stream().map(ResultColumn::type).toList();
  }

  private void sendInOrder(
      Iterator<Rows> rows, BatchStream batches, SingleSender sender, Outputs out) {
    out.stepwise(() -> {
      if (rows.hasNext()) {
        batches.add(join.apply(passed.some(rows, space.workBytes() / 2)));
        return true;
      }
      batches.finish();
      sender.end();
      return false;
    });
  }

  private void sendSorted(
      Iterator<Rows> rows, BatchStream batches, SingleSender sender, Outputs out) {
    RowSorter sorter = RowSorter.ofAll(types(), query.order(), space);
    out.stepwise(() -> {
      if (rows.hasNext()) {
        sorter.add(join.apply(passed.some(rows, space.workBytes() / 2)));
        return true;
      }
      Iterator<Rows> sorted = sorter.sorted();
      out.stepwise(() -> sendSome(sorted, sorter, batches, sender));
      return false;
    });
  }

  private static boolean sendSome(
      Iterator<Rows> sorted, RowSorter sorter, BatchStream batches, SingleSender sender) {
    if (sorted.hasNext()) {
      batches.add(sorted.next());
      return true;
    }
    batches.finish();
    sorter.close();
    sender.end();
    return false;
  }
}
