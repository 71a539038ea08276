package dev.roastery.common.message.rows;

/** The type of a column: what its longs mean, or that it has none. */
public sealed interface ColumnType {

  /** A 64-bit integer. */
  record Whole() implements ColumnType {}

  /** An exact decimal: the long is the value times ten to the power of {@code scale}. */
  record Decimal(int scale) implements ColumnType {
    public Decimal {
      if (scale < 0 || scale > 18) {
        throw new IllegalArgumentException("scale " + scale + ": 0 to 18");
      }
    }
  }

  /** A day, as days since 1970-01-01. */
  record Date() implements ColumnType {}

  /** A wall-clock time without zone, as seconds since 1970-01-01T00:00:00. */
  record Timestamp() implements ColumnType {}

  /** UTF-8 text. */
  record Text() implements ColumnType {}
}
