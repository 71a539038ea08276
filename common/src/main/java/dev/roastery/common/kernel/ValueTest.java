package dev.roastery.common.kernel;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.NullBits;
import dev.roastery.common.query.bound.BoundCondition;
import dev.roastery.common.query.bound.BoundCondition.Range;
import dev.roastery.common.query.bound.BoundCondition.Reading;
import dev.roastery.common.query.bound.BoundCondition.TextRange;
import dev.roastery.common.query.value.Days;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One condition over a whole column. {@code in} and {@code out} may be the same array: what passes
 * moves forward. The loops over numbers have no branch on the data: half of the rows passing costs
 * no more than all or none.
 */
public sealed interface ValueTest {

  /** Writes those of the first {@code count} rows of {@code in} that pass; returns how many. */
  int select(Column column, int[] in, int count, int[] out);

  static ValueTest of(BoundCondition condition) {
    return switch (condition) {
      case BoundCondition.Texts texts -> new Texts(texts.ranges());
      case BoundCondition.Numbers _, BoundCondition.IsNull _, BoundCondition.IsNotNull _ ->
          ofNumbers(condition);
      case BoundCondition.Holds _ ->
          throw new IllegalArgumentException("an expression is no test of one column");
    };
  }

  /** A test of anything but texts. */
  static OfNumbers ofNumbers(BoundCondition condition) {
    return switch (condition) {
      case BoundCondition.Numbers numbers -> Numbers.of(numbers.reading(), numbers.ranges());
      case BoundCondition.Texts _, BoundCondition.Holds _ ->
          throw new IllegalArgumentException("no test of numbers: " + condition);
      case BoundCondition.IsNull _ -> new Missing();
      case BoundCondition.IsNotNull _ -> new Present();
    };
  }

  /**
   * A test that needs the values and the nulls as bare arrays only, so that columns which are still
   * being built can be tested too.
   */
  sealed interface OfNumbers extends ValueTest {

    /** As {@link ValueTest#select}; {@code values} has something for every row. */
    int select(long[] values, long @Nullable [] nulls, int[] in, int count, int[] out);

    @Override
    default int select(Column column, int[] in, int count, int[] out) {
      long[] values =
          switch (column) {
            case Column.Longs longs -> longs.values();
            case Column.Texts _ -> NONE; // only whether a text is there can be asked
          };
      return select(values, column.nulls(), in, count, out);
    }
  }

  /** The values of a column that has no numbers. */
  long[] NONE = {};

  /** The value is present. */
  record Present() implements OfNumbers {
    @Override
    public int select(long[] values, long @Nullable [] nulls, int[] in, int count, int[] out) {
      return present(nulls, in, count, out);
    }

    static int present(long @Nullable [] nulls, int[] in, int count, int[] out) {
      if (nulls == null) {
        System.arraycopy(in, 0, out, 0, count);
        return count;
      }
      int passed = 0;
      for (int i = 0; i < count; i++) {
        int row = in[i];
        out[passed] = row;
        passed += NullBits.at(nulls, row) ^ 1;
      }
      return passed;
    }
  }

  /** The value is missing. */
  record Missing() implements OfNumbers {
    @Override
    public int select(long[] values, long @Nullable [] nulls, int[] in, int count, int[] out) {
      int passed = 0;
      for (int i = 0; nulls != null && i < count; i++) {
        int row = in[i];
        out[passed] = row;
        passed += NullBits.at(nulls, row);
      }
      return passed;
    }
  }

  /** The number is in one of the ranges from {@code lows[i]} to {@code highs[i]}. */
  record Numbers(Reading reading, long[] lows, long[] highs) implements OfNumbers {

    static Numbers of(Reading reading, List<Range> ranges) {
      return new Numbers(
          reading,
          ranges.stream().mapToLong(Range::low).toArray(),
          ranges.stream().mapToLong(Range::high).toArray());
    }

    @Override
    public int select(long[] values, long @Nullable [] nulls, int[] in, int count, int[] out) {
      if (lows.length == 0) {
        return 0;
      }
      int present = Present.present(nulls, in, count, out);
      if (lows.length > 1) {
        return inSome(values, present, out);
      }
      return reading == Reading.VALUE
          ? inOne(values, present, out)
          : timesInOne(values, present, out);
    }

    private int inOne(long[] values, int count, int[] rows) {
      long low = lows[0];
      long span = highs[0] - low;
      int passed = 0;
      for (int i = 0; i < count; i++) {
        int row = rows[i];
        rows[passed] = row;
        passed += Long.compareUnsigned(values[row] - low, span) <= 0 ? 1 : 0;
      }
      return passed;
    }

    private int timesInOne(long[] values, int count, int[] rows) {
      long low = lows[0];
      long span = highs[0] - low;
      long midnight = 0;
      int passed = 0;
      for (int i = 0; i < count; i++) {
        int row = rows[i];
        rows[passed] = row;
        // Most rows are of the same day as the one before.
        long time = values[row] - midnight;
        if (Long.compareUnsigned(time, Days.SECONDS_PER_DAY) >= 0) {
          time = Days.timeOfDay(values[row]);
          midnight = values[row] - time;
        }
        passed += Long.compareUnsigned(time - low, span) <= 0 ? 1 : 0;
      }
      return passed;
    }

    private int inSome(long[] values, int count, int[] rows) {
      int passed = 0;
      for (int i = 0; i < count; i++) {
        int row = rows[i];
        rows[passed] = row;
        passed += contains(reading.of(values[row])) ? 1 : 0;
      }
      return passed;
    }

    private boolean contains(long value) {
      int from = 0;
      int to = lows.length;
      while (to - from > 1) {
        int middle = (from + to) >>> 1;
        if (lows[middle] <= value) {
          from = middle;
        } else {
          to = middle;
        }
      }
      return lows[from] <= value && value <= highs[from];
    }
  }

  /** The text is in one of the ranges. */
  record Texts(List<TextRange> ranges) implements ValueTest {
    @Override
    public int select(Column column, int[] in, int count, int[] out) {
      int present = Present.present(column.nulls(), in, count, out);
      Column.Texts texts = (Column.Texts) column;
      int passed = 0;
      for (int i = 0; i < present; i++) {
        int row = out[i];
        if (contains(texts.bytes(), texts.offsets()[row], texts.offsets()[row + 1])) {
          out[passed++] = row;
        }
      }
      return passed;
    }

    /** Only the last range that does not start after the text can contain it. */
    private boolean contains(byte[] bytes, int start, int end) {
      int from = 0;
      int to = ranges.size();
      while (from < to) {
        int middle = (from + to) >>> 1;
        if (startsBehind(ranges.get(middle), bytes, start, end)) {
          to = middle;
        } else {
          from = middle + 1;
        }
      }
      return from > 0 && ranges.get(from - 1).contains(bytes, start, end);
    }

    private static boolean startsBehind(TextRange range, byte[] bytes, int start, int end) {
      return Arrays.compareUnsigned(range.from(), 0, range.from().length, bytes, start, end) > 0;
    }
  }
}
