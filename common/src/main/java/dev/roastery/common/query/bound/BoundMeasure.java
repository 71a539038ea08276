package dev.roastery.common.query.bound;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.Aggregate;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.query.value.ValueFormat;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;

/**
 * A measure; {@code column} counts in {@link BoundQuery#rowColumns}, or is {@link #ROWS}. Counts
 * are never null; the others are null where no value took part. A sum that does not fit a long at
 * the end fails the job; on the way it may leave that range and come back.
 */
public record BoundMeasure(
    String name, Aggregate aggregate, int column, ColumnType columnType, ValueFormat columnFormat) {

  /** Of a column of a table. */
  public BoundMeasure(String name, Aggregate aggregate, int column, ColumnType columnType) {
    this(name, aggregate, column, columnType, ValueFormat.of(columnType));
  }

  /** Stands for a column where all rows count, whatever is in them. */
  public static final int ROWS = -1;

  public ResultColumn result() {
    ValueFormat format =
        switch (aggregate) {
          case COUNT, AVG -> aggregate.result(columnType);
          case SUM, MIN, MAX -> columnFormat;
        };
    return new ResultColumn(name, format);
  }

  /**
   * The columns of a partial result. Two of them merge by adding sums and counts, and by taking the
   * lower minimum and the higher maximum. An average travels as its sum and count; and a sum of
   * some of a group's rows, which may be beyond 64 bits where that of all rows is not, as what it
   * is modulo 2^64, and how many times 2^64 it is more than that.
   */
  public List<ResultColumn> partial() {
    ResultColumn sum = new ResultColumn(name + " sum", ValueFormat.of(columnType));
    ResultColumn wraps = new ResultColumn(name + " wraps", new ValueFormat.Whole());
    return switch (aggregate) {
      case COUNT, MIN, MAX -> List.of(result());
      case SUM -> List.of(result(), wraps);
      case AVG -> List.of(sum, wraps, new ResultColumn(name + " count", new ValueFormat.Whole()));
    };
  }

  /**
   * The average as shown, and as ranked: of two decimals more than the column's (18 at most), half
   * to even. {@code count} is at least 1.
   */
  public long average(long sum, long count) {
    int scale = columnType instanceof ColumnType.Decimal decimal ? decimal.scale() : 0;
    int shown = result().format() instanceof ValueFormat.Decimal decimal ? decimal.scale() : 0;
    return BigDecimal.valueOf(sum, scale)
        .divide(BigDecimal.valueOf(count), shown, RoundingMode.HALF_EVEN)
        .unscaledValue()
        .longValueExact();
  }
}
