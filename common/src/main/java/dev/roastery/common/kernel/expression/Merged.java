package dev.roastery.common.kernel.expression;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.NullBits;
import org.jspecify.annotations.Nullable;

/** A column whose values come from several others. */
final class Merged {

  private final ColumnType type;
  private final long[] values;
  private long @Nullable [] nulls;
  private final @Nullable ComputedTexts texts;

  Merged(ColumnType type, int count) {
    this.type = type;
    this.values = new long[count];
    this.texts = type instanceof ColumnType.Text ? new ComputedTexts(count) : null;
  }

  /** The first {@code count} rows of {@code rows} have the values of this column. */
  void take(Column from, int[] rows, int count) {
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      if (from.isNull(row)) {
        setNull(row);
      } else {
        set(from, row);
      }
    }
  }

  private void setNull(int row) {
    if (texts == null) {
      nulls = NullBits.with(nulls, values.length, row);
    } else {
      texts.setNull(row);
    }
  }

  private void set(Column from, int row) {
    switch (from) {
      case Column.Longs longs -> values[row] = longs.values()[row];
      case Column.Texts of when texts != null ->
          texts.set(row, of.bytes(), of.offsets()[row], of.offsets()[row + 1]);
      case Column.Texts _ -> throw new IllegalArgumentException("a text among numbers");
    }
  }

  Column column() {
    return texts == null ? new Column.Longs(type, values.length, values, nulls) : texts.column();
  }
}
