package dev.roastery.input.csv.column;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.input.csv.scan.RowError;

/**
 * Whether the values of a column are of its inferred type: what does not fit it contradicts it.
 *
 * @param nullWord the word that stands for a missing value in this column, or empty
 */
record StrictReader(ShapeReader shapes, String nullWord) {

  StrictReader(String nullWord) {
    this(new ShapeReader(), nullWord);
  }

  /** Whether the value is one of the column's, or there is none. */
  boolean fits(ColumnType type, byte[] bytes, int from, int to) {
    long shape = shapes.read(bytes, from, to);
    return ValueShape.fits(shape, type) || isNull(shape);
  }

  boolean isNull(byte[] bytes, int from, int to) {
    return isNull(shapes.read(bytes, from, to));
  }

  private boolean isNull(long shape) {
    return switch (ValueShape.kind(shape)) {
      case ValueShape.EMPTY -> true;
      case ValueShape.NULL_WORD ->
          ValueShape.NULL_WORDS.get(ValueShape.word(shape)).equals(nullWord);
      default -> false;
    };
  }

  static RowError contradiction(ColumnType type) {
    return switch (type) {
      case ColumnType.Whole _ -> RowError.NOT_STRICTLY_WHOLE;
      case ColumnType.Decimal _ -> RowError.NOT_STRICTLY_DECIMAL;
      case ColumnType.Date _ -> RowError.NOT_STRICTLY_DATE;
      case ColumnType.Timestamp _ -> RowError.NOT_STRICTLY_TIMESTAMP;
      case ColumnType.Text _ -> throw new IllegalArgumentException("everything is text");
    };
  }
}
