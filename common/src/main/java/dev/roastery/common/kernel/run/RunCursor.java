package dev.roastery.common.kernel.run;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.kernel.Selection;
import dev.roastery.common.kernel.order.RowGather;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.message.rows.RowsCodec;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.common.spill.SpillStore.Piece;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A place in a run, and the block that it is in. */
final class RunCursor {

  private final JobSpace space;
  private final Run run;
  private final BlockOrder order;
  private long offset;
  private Block block;

  /** The next row of the block. */
  private int at;

  /** A block's rows, and what they are ordered by. */
  interface Block {
    Rows rows();

    /** Whether a row comes behind a row of another block. */
    boolean isBehind(int row, Block other, int otherRow);
  }

  /** How rows are compared. */
  interface BlockOrder {
    Block of(Rows rows);
  }

  /** At the first row; a run has at least one. */
  RunCursor(JobSpace space, Run run, BlockOrder order) {
    this.space = space;
    this.run = run;
    this.order = order;
    this.offset = space.start(run.file());
    this.block = load();
  }

  private Block load() {
    Piece piece = space.read(run.file(), offset);
    offset = piece.next();
    at = 0;
    try {
      return order.of(RowsCodec.decode(piece.bytes()));
    } catch (WireException damaged) {
      throw new Fatal(
          FatalReason.BROKEN_INVARIANT,
          "the spilled file %s has a record that is no rows: %s"
              .formatted(run.file().name(), damaged.getMessage()),
          damaged);
    }
  }

  boolean hasRows() {
    return at < block.rows().count();
  }

  Block block() {
    return block;
  }

  /** The last row of the block. */
  int last() {
    return block.rows().count() - 1;
  }

  /** Hands over the rows that are not behind a row, also those of later blocks. */
  void takeUpTo(Block bound, int boundRow, Consumer<Rows> rows) {
    while (hasRows()) {
      int end = firstBehind(bound, boundRow);
      if (end > at) {
        rows.accept(between(at, end));
      }
      at = end;
      if (hasRows() || !loadNext()) {
        return;
      }
    }
  }

  private int firstBehind(Block bound, int boundRow) {
    int low = at;
    int high = block.rows().count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (block.isBehind(middle, bound, boundRow)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private Rows between(int from, int to) {
    Rows rows = block.rows();
    return from == 0 && to == rows.count()
        ? rows
        : RowGather.rows(rows, Selection.all(to).rows(), from, to);
  }

  private boolean loadNext() {
    if (offset >= run.file().length()) {
      return false;
    }
    block = load();
    return true;
  }

  /** That one of these whose block ends first; null when none has any rows left. */
  static @Nullable RunCursor endingFirst(Iterable<RunCursor> cursors) {
    RunCursor first = null;
    for (RunCursor cursor : cursors) {
      if (cursor.hasRows()
          && (first == null || first.block.isBehind(first.last(), cursor.block, cursor.last()))) {
        first = cursor;
      }
    }
    return first;
  }
}
