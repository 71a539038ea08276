package dev.roastery.input.csv.column;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.NullBits;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.csv.column.CsvLayout.Content;
import dev.roastery.input.csv.column.CsvLayout.Presence;
import dev.roastery.input.csv.scan.RowError;
import dev.roastery.input.csv.scan.RowErrorSpan;
import dev.roastery.input.csv.scan.RowIndex;
import dev.roastery.input.csv.value.StrictReader;
import java.util.List;

/** One column of the batch being built. */
abstract sealed class ColumnBuilder permits LongsColumnBuilder, TextsColumnBuilder {

  /** The fewest bytes that a field may have: an empty one is null, or wrong. */
  final int leastBytes;

  final NullBits nulls = new NullBits();

  /** The column's place in the header. */
  private final int field;

  private final List<RowErrorSpan> flaws;

  ColumnBuilder(int field, Presence presence, List<RowErrorSpan> flaws) {
    this.field = field;
    this.leastBytes = presence == Presence.REQUIRED ? 1 : 0;
    this.flaws = flaws;
  }

  static ColumnBuilder of(
      CsvLayout.Field wanted, Dialect table, int field, List<RowErrorSpan> flaws) {
    ColumnType type = wanted.type();
    Dialect dialect = wanted.form().in(table);
    if (wanted.content() == Content.SHAPES) {
      return new ShapeBuilder(wanted, dialect, field, flaws);
    }
    if (wanted.isCheckedOnEveryRow()) {
      return strict(wanted, dialect, field, flaws);
    }
    if (!(type instanceof ColumnType.Text) && FormBuilder.isNeeded(wanted, dialect)) {
      return new FormBuilder(wanted, dialect, field, flaws);
    }
    return switch (type) {
      case ColumnType.Whole() -> new WholeBuilder(wanted, dialect, field, flaws);
      case ColumnType.Decimal(int scale) ->
          new DecimalBuilder(scale, wanted, dialect, field, flaws);
      case ColumnType.Date() -> new DateBuilder(wanted, dialect, field, flaws);
      case ColumnType.Timestamp() -> new TimestampBuilder(wanted, dialect, field, flaws);
      case ColumnType.Text() -> new TextsColumnBuilder(wanted.presence(), dialect, field, flaws);
    };
  }

  private static ColumnBuilder strict(
      CsvLayout.Field wanted, Dialect dialect, int field, List<RowErrorSpan> flaws) {
    StrictReader reader = new StrictReader(wanted.type(), wanted.form(), dialect);
    return switch (wanted.type()) {
      case ColumnType.Whole _, ColumnType.Decimal _ ->
          new StrictNumberBuilder(wanted, dialect, field, flaws).strictly(reader);
      case ColumnType.Date _ -> new DateBuilder(wanted, dialect, field, flaws).strictly(reader);
      case ColumnType.Timestamp _ ->
          new TimestampBuilder(wanted, dialect, field, flaws).strictly(reader);
      case ColumnType.Text _ -> throw new IllegalArgumentException("text is never strict");
    };
  }

  /** Reads the field of {@code count} rows of the index into the column's rows from {@code at}. */
  final void read(RowIndex index, int[] rows, int count, int at) {
    reserve(at + count);
    nulls.reserve(at + count);
    readAll(index, rows, count, at, field);
    if (index.tellsKinds()) {
      heedKinds(index, rows, count, at, field);
    }
  }

  /** The same, of a format that says itself of which kind a value is. */
  void heedKinds(RowIndex index, int[] rows, int count, int at, int field) {}

  abstract void readAll(RowIndex index, int[] rows, int count, int at, int field);

  abstract void reserve(int rows);

  /** Of the rows from {@code at} to {@code end} only {@code count}, in {@code kept}, stay. */
  final void keep(int[] kept, int count, int at, int end) {
    keepValues(kept, count, at);
    if (!nulls.any(at, end)) {
      return;
    }
    for (int i = 0; i < count; i++) {
      nulls.put(at + i, nulls.get(kept[i]));
    }
    nulls.clear(at + count, end);
  }

  abstract void keepValues(int[] kept, int count, int at);

  /**
   * The {@code count} rows from {@code at} become the rows {@code chosen} of those between {@code
   * at} and {@code end}; the others are null. Backwards, as each row moves up.
   */
  final void spread(int[] chosen, int count, int at, int end) {
    reserve(end);
    nulls.reserve(end);
    int left = count;
    for (int row = end - 1; row >= at; row--) {
      boolean hit = left > 0 && chosen[left - 1] == row;
      spreadValue(row, at + left, hit);
      nulls.put(row, !hit || nulls.get(at + left - 1));
      left -= hit ? 1 : 0;
    }
  }

  /** Row {@code row} gets the value before {@code next}, or none. */
  abstract void spreadValue(int row, int next, boolean hit);

  /** The column of the rows so far, and a fresh start. */
  abstract Column take(int rows);

  final void flaw(RowIndex index, int row, RowError flaw) {
    flaws.add(index.flawed(row, field, flaw));
  }

  final void empty(RowIndex index, int row, int at) {
    nulls.set(at);
    if (leastBytes > 0) {
      flaw(index, row, RowError.EMPTY);
    }
  }
}
