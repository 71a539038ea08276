package dev.roastery.input.infer;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.ColumnForm;
import dev.roastery.common.query.language.ColumnForm.Strictness;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.input.csv.value.StrictReader;
import dev.roastery.input.csv.value.ValueShape;

/**
 * What is known of a column from the values seen so far. It says nothing of their order and number:
 * evidence is a set, {@link #add} and {@link #merge} are unions, so any threads may look at any
 * rows in any order, and the type that fits all of them is the same.
 *
 * <p>The types, each with all that it can hold, and the least that holds everything is taken:
 *
 * <pre>
 *   whole < decimal(1) < … < decimal(18) < text      date < timestamp < text
 * </pre>
 *
 * A column has points or commas before its decimals, never both; and as long as only values such as
 * 1.234 are seen, of which nobody can say whether they have decimals, it is text.
 */
public final class ColumnEvidence {

  private static final int GROUP = 3;

  private boolean number;
  private boolean date;
  private boolean timestamp;
  private boolean text;
  private boolean nested;

  /** The flags of all numbers. */
  private long flags;

  /** The most digits of numbers whose separators say what they are, before and after the point. */
  private int before;

  private int after;

  /** The most digits before a point, and before a comma, that may separate groups or decimals. */
  private int beforePoint;

  private int beforeComma;

  /** A bit for each null word. */
  private long words;

  private long last = ValueShape.EMPTY;

  public void add(long shape) {
    if (shape == last) {
      return;
    }
    last = shape;
    switch (ValueShape.kind(shape)) {
      case ValueShape.EMPTY -> {}
      case ValueShape.NUMBER -> addNumber(shape);
      case ValueShape.DATE -> date = true;
      case ValueShape.TIMESTAMP -> timestamp = true;
      case ValueShape.NULL_WORD -> words |= 1L << ValueShape.word(shape);
      case ValueShape.TEXT -> text = true;
      case ValueShape.NESTED -> nested = true;
      default -> throw new IllegalArgumentException("no shape: " + shape);
    }
  }

  private void addNumber(long shape) {
    number = true;
    flags |= shape & ValueShape.FLAGS;
    int digits = ValueShape.before(shape);
    if (ValueShape.is(shape, ValueShape.POINT_OR_GROUP)) {
      beforePoint = Math.max(beforePoint, digits);
    } else if (ValueShape.is(shape, ValueShape.COMMA_OR_GROUP)) {
      beforeComma = Math.max(beforeComma, digits);
    } else {
      before = Math.max(before, digits);
      after = Math.max(after, ValueShape.after(shape));
    }
  }

  public void merge(ColumnEvidence other) {
    number |= other.number;
    date |= other.date;
    timestamp |= other.timestamp;
    text |= other.text;
    nested |= other.nested;
    flags |= other.flags;
    before = Math.max(before, other.before);
    after = Math.max(after, other.after);
    beforePoint = Math.max(beforePoint, other.beforePoint);
    beforeComma = Math.max(beforeComma, other.beforeComma);
    words |= other.words;
  }

  /** Whether that value is one of a column that holds other numbers or times. */
  boolean wouldTake(long shape) {
    if (ValueShape.kind(shape) == ValueShape.EMPTY || type() instanceof ColumnType.Text) {
      return false;
    }
    ColumnEvidence both = new ColumnEvidence();
    both.merge(this);
    both.add(shape);
    return !(both.type() instanceof ColumnType.Text);
  }

  private boolean has(long flag) {
    return (flags & flag) != 0;
  }

  /**
   * Whether more values may make less of the column than it is now, as text becomes a number when
   * there is one at last: then a run cannot begin with it.
   */
  public boolean isOpen() {
    boolean nothing = !number && !date && !timestamp;
    return !isSurelyText() && (nothing || isUnclear());
  }

  /** Whether it is text whatever else comes. */
  private boolean isSurelyText() {
    return text
        || nested
        || Long.bitCount(words) > 1
        || (number && (date || timestamp))
        || (has(ValueShape.POINT) && has(ValueShape.COMMA));
  }

  private boolean isUnclear() {
    return has(ValueShape.POINT_OR_GROUP | ValueShape.COMMA_OR_GROUP)
        && !has(ValueShape.POINT | ValueShape.COMMA);
  }

  /** Whether a value was an object or a list: no type fits it, and the column cannot be used. */
  boolean isNested() {
    return nested;
  }

  /** The least type that fits all values seen. */
  public ColumnType type() {
    if (isSurelyText() || isOpen()) {
      return new ColumnType.Text();
    }
    if (!number) {
      return timestamp ? new ColumnType.Timestamp() : new ColumnType.Date();
    }
    int decimals = after;
    int digits = before;
    if (has(decimalOrGroup())) {
      decimals = Math.max(decimals, GROUP);
      digits = Math.max(digits, hasCommas() ? beforeComma : beforePoint);
    }
    if (has(groupOrDecimal())) {
      digits = Math.max(digits, GROUP + (hasCommas() ? beforePoint : beforeComma));
    }
    if (decimals == 0) {
      return has(ValueShape.BEYOND_64_BITS) ? new ColumnType.Text() : new ColumnType.Whole();
    }
    return digits + decimals > StrictReader.DECIMAL_MAX
        ? new ColumnType.Text()
        : new ColumnType.Decimal(decimals);
  }

  private boolean hasCommas() {
    return has(ValueShape.COMMA);
  }

  /** What is before decimals in this column. */
  private long decimalOrGroup() {
    return hasCommas() ? ValueShape.COMMA_OR_GROUP : ValueShape.POINT_OR_GROUP;
  }

  /** What is between groups in this column. */
  private long groupOrDecimal() {
    return hasCommas() ? ValueShape.POINT_OR_GROUP : ValueShape.COMMA_OR_GROUP;
  }

  /** The column as it would be declared. */
  ColumnSpec spec(String name) {
    ColumnType type = type();
    if (type instanceof ColumnType.Text) {
      return new ColumnSpec(name, type);
    }
    ColumnForm form = ColumnForm.STANDARD.withStrictness(Strictness.STRICT);
    if (words != 0) {
      int word = Long.numberOfTrailingZeros(words);
      form = form.withNullWord(ValueShape.NULL_WORDS.get(word));
    }
    boolean groups = has(ValueShape.GROUPS) || has(groupOrDecimal());
    if (groups || hasCommas()) {
      String group = hasCommas() ? "." : ",";
      form = form.withNumbers(hasCommas() ? "," : ".", groups ? group : "");
    }
    return new ColumnSpec(name, type, form);
  }
}
