package dev.roastery.gateway.feed;

import dev.roastery.common.plan.BoundCondition;
import dev.roastery.common.plan.BoundCondition.IsNotNull;
import dev.roastery.common.plan.BoundCondition.IsNull;
import dev.roastery.common.plan.BoundCondition.Numbers;
import dev.roastery.common.plan.BoundCondition.Range;
import dev.roastery.common.plan.BoundCondition.Reading;
import dev.roastery.common.plan.BoundCondition.Texts;
import dev.roastery.common.plan.value.Days;
import dev.roastery.gateway.ingest.RowFilter.Block;

/** A condition on a column of a block, of all rows at once: a loop for each kind of condition. */
record ColumnTest(int column, BoundCondition condition) {

  /** Moves those of the first {@code count} rows that pass to the front; returns how many. */
  int keep(Block block, int[] rows, int count) {
    return switch (condition) {
      case Numbers numbers when numbers.ranges().size() != 1 ->
          keepInSome(block, numbers, rows, count);
      case Numbers numbers when numbers.reading() == Reading.TIME_OF_DAY ->
          keepTimes(block, numbers.ranges().getFirst(), rows, count);
      case Numbers numbers -> keepInRange(block, numbers.ranges().getFirst(), rows, count);
      case IsNull _ -> {
        int kept = 0;
        for (int i = 0; i < count; i++) {
          int row = rows[i];
          rows[kept] = row;
          kept += block.isNull(column, row) ? 1 : 0;
        }
        yield kept;
      }
      case IsNotNull _ -> keepPresent(block, rows, count);
      case Texts _ -> throw new IllegalStateException("texts are not looked at here");
    };
  }

  /** The value behind a null is 0: any other value is present. */
  private int keepPresent(Block block, int[] rows, int count) {
    long[] values = block.values(column);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      rows[kept] = row;
      kept += values[row] != 0 || !block.isNull(column, row) ? 1 : 0;
    }
    return kept;
  }

  private int keepInRange(Block block, Range range, int[] rows, int count) {
    long[] values = block.values(column);
    long low = range.low();
    long high = range.high();
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      long value = values[row];
      if (value >= low && value <= high && (value != 0 || !block.isNull(column, row))) {
        rows[kept++] = row;
      }
    }
    return kept;
  }

  /** Most rows have the same day as the row before: then a subtraction gives the time. */
  private int keepTimes(Block block, Range range, int[] rows, int count) {
    long[] values = block.values(column);
    long low = range.low();
    long high = range.high();
    long midnight = 0;
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      long value = values[row];
      long time = value - midnight;
      if (Long.compareUnsigned(time, Days.SECONDS_PER_DAY) >= 0) {
        time = Days.timeOfDay(value);
        midnight = value - time;
      }
      if (time >= low && time <= high && (value != 0 || !block.isNull(column, row))) {
        rows[kept++] = row;
      }
    }
    return kept;
  }

  private int keepInSome(Block block, Numbers numbers, int[] rows, int count) {
    long[] values = block.values(column);
    int kept = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      long read = numbers.reading().of(values[row]);
      boolean missing = values[row] == 0 && block.isNull(column, row);
      if (!missing
          && numbers.ranges().stream().anyMatch(r -> read >= r.low() && read <= r.high())) {
        rows[kept++] = row;
      }
    }
    return kept;
  }
}
