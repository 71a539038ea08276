package dev.roastery.common.kernel.run;

import dev.roastery.common.kernel.Selection;
import dev.roastery.common.kernel.order.RowGather;
import dev.roastery.common.kernel.order.RowSort;
import dev.roastery.common.kernel.order.RowsBuffer;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.value.RowOrder;
import dev.roastery.common.spill.JobSpace;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Sorts any number of rows: what is more than a piece of work may hold goes to runs, which are
 * merged. Its files are nobody's state; they are made again when the work is.
 */
public final class RowSorter {

  private final List<ColumnType> types;
  private final RowOrder order;
  private final Function<Rows, int[]> kept;
  private final JobSpace space;
  private final List<Rows> held = new ArrayList<>();
  private long heldBytes;
  private final RunTiers runs = new RunTiers(this::merge);

  /**
   * @param kept the numbers of those rows among some that can be among the kept ones of all, in
   *     that order
   */
  public RowSorter(
      List<ColumnType> types, RowOrder order, Function<Rows, int[]> kept, JobSpace space) {
    this.types = types;
    this.order = order;
    this.kept = kept;
    this.space = space;
  }

  /** One that keeps all rows. */
  public static RowSorter ofAll(List<ColumnType> types, RowOrder order, JobSpace space) {
    return new RowSorter(types, order, rows -> RowSort.sorted(rows, order), space);
  }

  public void add(Rows rows) {
    if (rows.count() == 0) {
      return;
    }
    held.add(rows);
    heldBytes += bytes(rows);
    runs.pay(rows.count(), space);
    if (heldBytes > space.workBytes()) {
      reduce();
    }
  }

  private static long bytes(Rows rows) {
    return rows.columns().stream().mapToLong(Column::decodedBytes).sum();
  }

  /** Either few of the held rows are kept, or they become a run. */
  private void reduce() {
    Rows all = takeHeld();
    int[] numbers = kept.apply(all);
    if (numbers.length <= all.count() / 2) {
      Rows some = RowGather.rows(all, numbers);
      held.add(some);
      heldBytes = bytes(some);
    } else {
      runs.add(written(all, numbers), space);
    }
  }

  private BooleanSupplier merge(Run.Writer writer, List<Run> some, JobSpace of) {
    Merge merge = new Merge(some);
    return () -> {
      if (merge.hasNext()) {
        Rows rows = merge.next();
        writer.append(rows, Selection.all(rows.count()).rows());
      }
      return merge.hasNext();
    };
  }

  private Rows takeHeld() {
    Rows all = RowsBuffer.concatenated(types, held);
    held.clear();
    heldBytes = 0;
    return all;
  }

  private Run written(Rows rows, int[] numbers) {
    Run.Writer writer = new Run.Writer(space, 0);
    writer.append(rows, numbers);
    return writer.finish();
  }

  /** All rows that can be among the kept ones, in their order, some at a time. */
  public Iterator<Rows> sorted() {
    Rows last = takeHeld();
    int[] numbers = last.count() == 0 ? new int[0] : kept.apply(last);
    if (runs.isEmpty()) {
      return List.of(RowGather.rows(last, numbers)).iterator();
    }
    runs.settle();
    if (numbers.length > 0) {
      runs.restore(written(last, numbers));
    }
    return new Merge(runs.runs());
  }

  /** Frees the files, when all rows have been read or are not wanted. */
  public void close() {
    runs.settle();
    runs.runs().forEach(run -> space.release(run.file()));
    runs.runs().clear();
  }

  private record RowBlock(Rows rows, RowOrder order) implements RunCursor.Block {
    @Override
    public boolean isBehind(int row, RunCursor.Block other, int otherRow) {
      return order.compare(rows, row, other.rows(), otherRow) > 0;
    }
  }

  private final class Merge implements Iterator<Rows> {
    private final List<RunCursor> cursors = new ArrayList<>();

    Merge(List<Run> some) {
      some.forEach(
          run -> cursors.add(new RunCursor(space, run, rows -> new RowBlock(rows, order))));
    }

    @Override
    public boolean hasNext() {
      return RunCursor.endingFirst(cursors) != null;
    }

    @Override
    public Rows next() {
      RunCursor first = RunCursor.endingFirst(cursors);
      if (first == null) {
        throw new NoSuchElementException();
      }
      RunCursor.Block bound = first.block();
      int last = first.last();
      List<Rows> parts = new ArrayList<>();
      cursors.forEach(cursor -> cursor.takeUpTo(bound, last, parts::add));
      Rows all = RowsBuffer.concatenated(types, parts);
      return RowGather.rows(all, RowSort.sorted(all, order));
    }
  }
}
