package dev.roastery.input.csv.value;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.ColumnForm;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.csv.scan.RowError;

/**
 * Whether the values of a column are of its inferred type, written as its form says: what is not
 * contradicts it.
 */
public final class StrictReader {

  private static final int GROUP = 3;

  /** The digits of a decimal, before and after the point, that a long always holds. */
  public static final int DECIMAL_MAX = 18;

  private final ColumnType type;
  private final boolean comma;
  private final boolean groups;
  private final ShapeReader shapes;

  public StrictReader(ColumnType type, ColumnForm form, Dialect dialect) {
    this.type = type;
    this.comma = form.in(dialect).decimal() == ',';
    this.groups = !form.in(dialect).thousands().isEmpty();
    this.shapes = new ShapeReader(dialect);
  }

  /** Whether the value, which is none of the column's words for null, is one of its own. */
  public boolean fits(byte[] bytes, int from, int to) {
    return fits(shapes.read(bytes, from, to));
  }

  boolean fits(long shape) {
    int kind = ValueShape.kind(shape);
    return switch (type) {
      case ColumnType.Whole _ ->
          kind == ValueShape.NUMBER
              && isWritten(shape)
              && after(shape) == 0
              && !ValueShape.is(shape, ValueShape.BEYOND_64_BITS);
      case ColumnType.Decimal(int scale) ->
          kind == ValueShape.NUMBER
              && isWritten(shape)
              && after(shape) <= scale
              && before(shape) + scale <= DECIMAL_MAX;
      case ColumnType.Date _ -> kind == ValueShape.DATE;
      case ColumnType.Timestamp _ -> kind == ValueShape.DATE || kind == ValueShape.TIMESTAMP;
      case ColumnType.Text _ -> true;
    };
  }

  /** Whether the separators are the column's. */
  private boolean isWritten(long shape) {
    boolean other = ValueShape.is(shape, comma ? ValueShape.POINT : ValueShape.COMMA);
    boolean grouped = ValueShape.is(shape, ValueShape.GROUPS) || isOneGroup(shape);
    return !other && (groups || !grouped);
  }

  /** Whether a separator that may be one of groups is that here. */
  private boolean isOneGroup(long shape) {
    return ValueShape.is(shape, comma ? ValueShape.POINT_OR_GROUP : ValueShape.COMMA_OR_GROUP);
  }

  private int after(long shape) {
    return isOneGroup(shape) ? 0 : ValueShape.after(shape);
  }

  private int before(long shape) {
    return ValueShape.before(shape) + (isOneGroup(shape) ? GROUP : 0);
  }

  /** What is wrong with a value that does not fit. */
  public RowError contradiction() {
    return switch (type) {
      case ColumnType.Whole _ -> RowError.NOT_STRICTLY_WHOLE;
      case ColumnType.Decimal _ -> RowError.NOT_STRICTLY_DECIMAL;
      case ColumnType.Date _ -> RowError.NOT_STRICTLY_DATE;
      case ColumnType.Timestamp _ -> RowError.NOT_STRICTLY_TIMESTAMP;
      case ColumnType.Text _ -> throw new IllegalArgumentException("everything is text");
    };
  }
}
