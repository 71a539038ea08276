package dev.roastery.common.kernel.group;

import dev.roastery.common.kernel.Selection;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.NullBits;
import dev.roastery.common.query.language.Function;
import org.jspecify.annotations.Nullable;

/** Makes the numbers of one group key: a function of a column, or the number of a text. */
public final class KeyColumn {

  private final Function function;
  private final ColumnType type;
  private final @Nullable TextIndex texts;
  private final @Nullable DayMemo days;

  KeyColumn(Function function, ColumnType type) {
    this(function, type, type instanceof ColumnType.Text ? new TextIndex() : null);
  }

  /** A key that is a column as it is. */
  public static KeyColumn of(ColumnType type) {
    return new KeyColumn(Function.COLUMN, type);
  }

  private KeyColumn(Function function, ColumnType type, @Nullable TextIndex texts) {
    this.function = function;
    this.type = type;
    this.texts = texts;
    this.days =
        switch (function) {
          case YEAR, MONTH, HALF, DATE, QUARTER, WEEK, WEEKDAY -> new DayMemo(function);
          case COLUMN, HOUR, TIME -> null;
        };
  }

  /** The same key, of a column that holds what the function made already. */
  KeyColumn made() {
    return new KeyColumn(Function.COLUMN, function.result(type).type(), texts);
  }

  /** The memory that grows with the keys. */
  long bytes() {
    return texts == null ? 0 : texts.memoryBytes();
  }

  /** What a row of {@link #column} takes at most. */
  long rowBytesMax() {
    return texts == null ? Long.BYTES : Integer.BYTES + texts.longest();
  }

  /** The keys of {@code count} of these rows, from {@code from} on; of nulls the number is 0. */
  void read(Column column, int[] rows, int from, int count, long[] out) {
    switch (column) {
      case Column.Longs longs -> numbers(longs, rows, from, count, out);
      case Column.Texts of -> {
        for (int i = 0; i < count; i++) {
          int row = rows[from + i];
          int end = of.offsets()[row + 1];
          out[i] = texts().add(of.bytes(), of.offsets()[row], end);
        }
      }
    }
    if (column.nulls() != null) {
      for (int i = 0; i < count; i++) {
        out[i] = column.isNull(rows[from + i]) ? 0 : out[i];
      }
    }
  }

  /** Texts as their numbers, which {@link #read} takes in their place. */
  public Column.Longs numbered(Column texts) {
    long[] numbers = new long[texts.count()];
    read(texts, Selection.all(texts.count()).rows(), 0, texts.count(), numbers);
    return Column.Longs.of(new ColumnType.Whole(), texts.count(), numbers, texts.nulls());
  }

  private void numbers(Column.Longs column, int[] rows, int from, int count, long[] out) {
    long[] values = column.values();
    if (days == null) {
      for (int i = 0; i < count; i++) {
        out[i] = values[rows[from + i]];
      }
      if (function != Function.COLUMN) {
        for (int i = 0; i < count; i++) {
          out[i] = function.apply(type, out[i]);
        }
      }
    } else if (type instanceof ColumnType.Timestamp) {
      days.ofTimestamps(values, rows, from, count, out);
    } else {
      days.ofDates(values, rows, from, count, out);
    }
  }

  /** The number by which a value would be known; false when it is of no text that came before. */
  boolean find(Column column, int row, long[] out) {
    out[0] =
        switch (column) {
          case Column.Longs longs -> longs.values()[row];
          case Column.Texts of ->
              texts().find(of.bytes(), of.offsets()[row], of.offsets()[row + 1]);
        };
    return texts == null || out[0] != TextIndex.NONE;
  }

  /** What these numbers stand for, as the column of a result. */
  Column column(long[] numbers, int count, long @Nullable [] nulls) {
    if (texts == null) {
      return new Column.Longs(function.result(type).type(), count, numbers, nulls);
    }
    int[] entries = new int[count];
    for (int row = 0; row < count; row++) {
      entries[row] = NullBits.isNull(nulls, row) ? TextIndex.NONE : (int) numbers[row];
    }
    return texts.column(entries, count, nulls);
  }

  private TextIndex texts() {
    if (texts == null) {
      throw new IllegalArgumentException("texts where a key has numbers");
    }
    return texts;
  }
}
