package dev.roastery.common.query.bound;

import dev.roastery.common.query.value.Days;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A condition as a stage evaluates it. Every operator and function has become a few ranges of the
 * column's own values: {@code year in (2024, 2025)} is one range of seconds, so no row pays for a
 * calendar. {@code column} counts in {@link BoundQuery#reads}. Of a null only IsNull holds.
 */
public sealed interface BoundCondition {

  int column();

  /**
   * The number is in one of the ranges, which ascend and do not touch; without any, none passes.
   */
  record Numbers(int column, Reading reading, List<Range> ranges) implements BoundCondition {
    public Numbers {
      ranges = List.copyOf(ranges);
    }
  }

  /** What of the number is compared. */
  enum Reading {
    VALUE,
    /** Of a timestamp, the seconds since midnight. */
    TIME_OF_DAY;

    public long of(long value) {
      return this == VALUE ? value : Days.timeOfDay(value);
    }
  }

  /** Both ends are in it. */
  record Range(long low, long high) {}

  /** The text is in one of the ranges, which ascend and do not touch. */
  record Texts(int column, List<TextRange> ranges) implements BoundCondition {
    public Texts {
      ranges = List.copyOf(ranges);
    }
  }

  /** From {@code from} on and before {@code before} (null: without end), by unsigned bytes. */
  record TextRange(byte[] from, byte @Nullable [] before) {

    public boolean contains(byte[] bytes, int start, int end) {
      return Arrays.compareUnsigned(bytes, start, end, from, 0, from.length) >= 0
          && (before == null
              || Arrays.compareUnsigned(bytes, start, end, before, 0, before.length) < 0);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof TextRange that
          && Arrays.equals(from, that.from)
          && Arrays.equals(before, that.before);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(from) * 31 + Arrays.hashCode(before);
    }
  }

  /** An expression over {@link BoundQuery#reads} is true. */
  record Holds(BoundExpr expr) implements BoundCondition {
    @Override
    public int column() {
      return NONE;
    }
  }

  /** The column of a condition over several. */
  int NONE = -1;

  /** The value is missing. */
  record IsNull(int column) implements BoundCondition {}

  /** The value is present. */
  record IsNotNull(int column) implements BoundCondition {}
}
