package dev.roastery.input.csv.column;

import dev.roastery.common.message.rows.NullBits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses rows by the numbers, dates and timestamps in them. It is asked once for a block of rows,
 * not once for a row, and by several threads at once; its answer for a row depends on that row
 * only.
 */
public interface RowFilter {

  /** The wanted columns that it looks at, none of them text. */
  List<String> reads();

  /**
   * Moves the rows to keep to the front of {@code rows}, which holds {@code count} row numbers, in
   * their order; returns how many it keeps. The numbers index the arrays that {@code block} has for
   * the columns, in the order of {@link #reads}.
   */
  int choose(Block block, int[] rows, int count);

  /** The values that a filter may look at. */
  interface Block {

    /** The values of a column; 0 where it is null. */
    long[] values(int column);

    /**
     * Which of them are null, laid out as {@link NullBits} says; none, where there is no bitmap.
     */
    long @Nullable [] nulls(int column);
  }
}
