package dev.roastery.input.csv.column;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.csv.scan.RowErrorSpan;
import dev.roastery.input.csv.scan.RowIndex;
import dev.roastery.input.csv.value.FieldReader;
import dev.roastery.input.csv.value.StrictReader;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A column of longs; each type reads its usual form by words, and leaves the rest to this. */
abstract sealed class LongsColumnBuilder extends ColumnBuilder
    permits WholeBuilder,
        DecimalBuilder,
        DateBuilder,
        TimestampBuilder,
        FormBuilder,
        StrictNumberBuilder,
        ShapeBuilder {

  /** For each length up to eight the bytes of a word that end a field of it. */
  static final long[] LAST = {
    0, -1L << 56, -1L << 48, -1L << 40, -1L << 32, -1L << 24, -1L << 16, -1L << 8, -1L
  };

  private static final long[] NONE = {};

  long[] values = NONE;

  private int expected;

  private final ColumnType type;
  private final FieldReader reader;
  private @Nullable StrictReader strict;

  LongsColumnBuilder(CsvLayout.Field wanted, Dialect dialect, int field, List<RowErrorSpan> flaws) {
    super(field, wanted.presence(), flaws);
    this.type = wanted.type();
    this.reader = new FieldReader(wanted.type(), wanted.form(), dialect);
  }

  /** From now on a value that does not fit the type strictly contradicts it. */
  final LongsColumnBuilder strictly(StrictReader by) {
    strict = by;
    return this;
  }

  /** The value {@code [from, to)} of row {@code row}, in whatever form. */
  final long readOther(RowIndex index, int row, int from, int to, int at) {
    long value = reader.read(index.bytes, from, to);
    if (strict != null && !reader.empty && !strict.fits(index.bytes, from, to)) {
      flaw(index, row, strict.contradiction());
      return 0;
    }
    if (reader.empty) {
      empty(index, row, at);
    }
    if (reader.flaw != null) {
      flaw(index, row, reader.flaw);
    }
    return value;
  }

  /** A number that is given as a text is none. */
  @Override
  void heedKinds(RowIndex index, int[] rows, int count, int at, int field) {
    boolean number = type instanceof ColumnType.Whole || type instanceof ColumnType.Decimal;
    for (int i = 0; strict != null && number && i < count; i++) {
      if (index.kind(rows[i], field) == RowIndex.Kind.TEXT && !nulls.get(at + i)) {
        flaw(index, rows[i], strict.contradiction());
      }
    }
  }

  @Override
  final void reserve(int rows) {
    if (values.length < rows) {
      values = Arrays.copyOf(values, Math.max(rows, Math.max(expected, 2 * values.length)));
    }
  }

  @Override
  final void keepValues(int[] kept, int count, int at) {
    for (int i = 0; i < count; i++) {
      values[at + i] = values[kept[i]];
    }
  }

  @Override
  final void spreadValue(int row, int next, boolean hit) {
    values[row] = hit ? values[next - 1] : 0;
  }

  @Override
  final Column take(int rows) {
    Column column = Column.Longs.of(type, rows, values, nulls.take(rows));
    // The next batch, if there is one, has about as many rows.
    expected = rows + rows / 16;
    values = NONE;
    return column;
  }
}
