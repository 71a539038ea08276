package dev.roastery.input.infer;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.input.csv.column.ValueShape;

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
 */
public final class ColumnEvidence {

  private boolean number;
  private boolean date;
  private boolean timestamp;
  private boolean text;
  private boolean beyond;
  private int before;
  private int after;
  private long words;
  private long last = ValueShape.EMPTY;

  public void add(long shape) {
    if (shape == last) {
      return;
    }
    last = shape;
    switch (ValueShape.kind(shape)) {
      case ValueShape.EMPTY -> {}
      case ValueShape.NUMBER -> {
        number = true;
        beyond |= ValueShape.isBeyond64Bits(shape);
        before = Math.max(before, ValueShape.before(shape));
        after = Math.max(after, ValueShape.after(shape));
      }
      case ValueShape.DATE -> date = true;
      case ValueShape.TIMESTAMP -> timestamp = true;
      case ValueShape.NULL_WORD -> words |= 1L << ValueShape.word(shape);
      case ValueShape.TEXT -> text = true;
      default -> throw new IllegalArgumentException("no shape: " + shape);
    }
  }

  public void merge(ColumnEvidence other) {
    number |= other.number;
    date |= other.date;
    timestamp |= other.timestamp;
    text |= other.text;
    beyond |= other.beyond;
    before = Math.max(before, other.before);
    after = Math.max(after, other.after);
    words |= other.words;
  }

  /** Whether no value says what the column is: it may become anything yet. */
  public boolean isOpen() {
    return !number && !date && !timestamp && !text && Long.bitCount(words) <= 1;
  }

  /** The least type that fits all values seen. */
  public ColumnType type() {
    boolean time = date || timestamp;
    if (text || Long.bitCount(words) > 1 || number == time) {
      return new ColumnType.Text();
    }
    if (time) {
      return timestamp ? new ColumnType.Timestamp() : new ColumnType.Date();
    }
    if (after == 0) {
      return beyond ? new ColumnType.Text() : new ColumnType.Whole();
    }
    return before + after > ValueShape.DECIMAL_MAX
        ? new ColumnType.Text()
        : new ColumnType.Decimal(after);
  }

  /** The one word that stands where a number or a time is missing, or an empty text. */
  public String nullWord() {
    return words == 0 || type() instanceof ColumnType.Text
        ? ""
        : ValueShape.NULL_WORDS.get(Long.numberOfTrailingZeros(words));
  }
}
