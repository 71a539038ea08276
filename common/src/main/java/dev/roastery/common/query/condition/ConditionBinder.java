package dev.roastery.common.query.condition;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.bound.BoundCondition;
import dev.roastery.common.query.bound.BoundCondition.Range;
import dev.roastery.common.query.bound.BoundCondition.Reading;
import dev.roastery.common.query.bound.BoundExpr;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Place;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Function;
import dev.roastery.common.query.language.Query;
import dev.roastery.common.query.value.Days;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Turns a condition into ranges. Numbers compare exactly: {@code < 75.001} of a column with two
 * decimals is {@code <= 75.00}. That such a column should equal 75.001 is a mistake, though.
 */
public final class ConditionBinder {

  private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);

  private final Problems problems;

  public ConditionBinder(Problems problems) {
    this.problems = problems;
  }

  public @Nullable BoundCondition bind(Query.Condition condition, ColumnSpec column, int index) {
    return switch (condition.test()) {
      case Query.IsNull _ -> new BoundCondition.IsNull(index);
      case Query.IsNotNull _ -> new BoundCondition.IsNotNull(index);
      case Query.Test test when column.type() instanceof ColumnType.Text ->
          new TextConditionBinder(problems, column.name()).bind(test, index);
      case Query.Test test -> numbers(test, condition.operand().function(), column, index);
    };
  }

  private @Nullable BoundCondition numbers(
      Query.Test test, Function function, ColumnSpec column, int index) {
    ValueReader reader = new ValueReader(problems, function, column);
    List<Range> ranges = ranges(test, reader);
    if (ranges == null) {
      return null;
    }
    Reading reading =
        function == Function.HOUR || function == Function.TIME
            ? Reading.TIME_OF_DAY
            : Reading.VALUE;
    if (function == Function.WEEKDAY) {
      return onWeekdays(ranges, column, index);
    }
    List<Range> raw = ranges.stream().map(range -> raw(range, function, column.type())).toList();
    return new BoundCondition.Numbers(index, reading, merged(raw));
  }

  /** Weekdays come back every week, so the values of the column are in no few ranges. */
  private static BoundCondition onWeekdays(List<Range> ranges, ColumnSpec column, int index) {
    List<Long> days =
        LongStream.rangeClosed(1, 7)
            .filter(day -> ranges.stream().anyMatch(in -> in.low() <= day && day <= in.high()))
            .boxed()
            .toList();
    BoundExpr weekday =
        new BoundExpr.Calendar(Function.WEEKDAY, new BoundExpr.Input(index, column.format()));
    return new BoundCondition.Holds(new BoundExpr.OneOf(weekday, days));
  }

  private @Nullable List<Range> ranges(Query.Test test, ValueReader reader) {
    return switch (test) {
      case Query.Compare(var operator, var value) -> {
        BigDecimal limit = reader.read(value);
        yield limit == null ? null : compared(operator, limit, value.place(), reader);
      }
      case Query.In(var values) -> {
        List<Range> ranges = new ArrayList<>();
        boolean good = true;
        for (Json value : values) {
          BigDecimal exact = reader.read(value);
          good &= exact != null && ranges.addAll(equal(exact, value.place(), reader));
        }
        yield good ? ranges : null;
      }
      case Query.Between(var lowest, var highest) -> {
        BigDecimal low = reader.read(lowest);
        BigDecimal high = reader.read(highest);
        yield low == null || high == null ? null : between(low, high, highest.place());
      }
      case Query.IsNull _, Query.IsNotNull _ ->
          throw new IllegalArgumentException("no values to compare with");
    };
  }

  private List<Range> compared(
      Query.Operator operator, BigDecimal limit, Place place, ValueReader reader) {
    return switch (operator) {
      case EQUAL -> equal(limit, place, reader);
      case LESS -> range(LONG_MIN, whole(limit, RoundingMode.CEILING).subtract(BigInteger.ONE));
      case AT_MOST -> range(LONG_MIN, whole(limit, RoundingMode.FLOOR));
      case GREATER -> range(whole(limit, RoundingMode.FLOOR).add(BigInteger.ONE), LONG_MAX);
      case AT_LEAST -> range(whole(limit, RoundingMode.CEILING), LONG_MAX);
    };
  }

  private List<Range> equal(BigDecimal value, Place place, ValueReader reader) {
    List<Range> ranges =
        range(whole(value, RoundingMode.CEILING), whole(value, RoundingMode.FLOOR));
    if (ranges.isEmpty()) {
      problems.add(place, reader.subject() + " is never equal to that number: " + reader.allowed());
    }
    return ranges;
  }

  private List<Range> between(BigDecimal low, BigDecimal high, Place place) {
    if (low.compareTo(high) > 0) {
      problems.add(place, "no value is between these two: the lower one comes first");
    }
    return range(whole(low, RoundingMode.CEILING), whole(high, RoundingMode.FLOOR));
  }

  private static BigInteger whole(BigDecimal value, RoundingMode rounding) {
    return value.setScale(0, rounding).toBigInteger();
  }

  /** What of the range the longs have; perhaps nothing. */
  private static List<Range> range(BigInteger low, BigInteger high) {
    BigInteger from = low.max(LONG_MIN);
    BigInteger to = high.min(LONG_MAX);
    return from.compareTo(to) > 0
        ? List.of()
        : List.of(new Range(from.longValueExact(), to.longValueExact()));
  }

  /** The column's values for which the function is in that range: functions only ever rise. */
  private static Range raw(Range range, Function function, ColumnType type) {
    return switch (function) {
      case COLUMN, TIME -> range;
      case WEEKDAY -> throw new IllegalArgumentException("weekdays come back");
      case HOUR ->
          new Range(Math.max(range.low(), 0) * 3600, Math.min(range.high(), 23) * 3600 + 3599);
      case YEAR, MONTH, HALF, DATE, QUARTER, WEEK -> {
        int unit = type instanceof ColumnType.Timestamp ? Days.SECONDS_PER_DAY : 1;
        long low = range.low();
        long high = range.high();
        yield new Range(
            low == Long.MIN_VALUE ? low : firstDay(function, low) * unit,
            high == Long.MAX_VALUE ? high : firstDay(function, high + 1) * unit - 1);
      }
    };
  }

  private static long firstDay(Function function, long value) {
    return switch (function) {
      case YEAR -> Days.firstOfMonth(value * 12);
      case HALF -> Days.firstOfMonth(value * 6);
      case MONTH -> Days.firstOfMonth(value);
      case QUARTER -> Days.firstOfMonth(value * 3);
      case WEEK -> Days.firstOfWeek(value);
      case DATE -> value;
      case WEEKDAY -> throw new IllegalArgumentException("weekdays come back");
      case COLUMN, HOUR, TIME -> throw new IllegalArgumentException(function + " has no days");
    };
  }

  /** The same values in the fewest ranges, ascending. */
  private static List<Range> merged(List<Range> ranges) {
    List<Range> merged = new ArrayList<>();
    for (Range next : ranges.stream().sorted(Comparator.comparingLong(Range::low)).toList()) {
      Range last = merged.isEmpty() ? null : merged.getLast();
      if (last != null && (last.high() == Long.MAX_VALUE || next.low() <= last.high() + 1)) {
        merged.set(merged.size() - 1, new Range(last.low(), Math.max(last.high(), next.high())));
      } else {
        merged.add(next);
      }
    }
    return merged;
  }
}
