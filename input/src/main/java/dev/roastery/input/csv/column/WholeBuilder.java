package dev.roastery.input.csv.column;

import dev.roastery.common.message.rows.NullBits;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.csv.scan.RowErrorSpan;
import dev.roastery.input.csv.scan.RowIndex;
import dev.roastery.input.csv.scan.Swar;
import java.util.List;

/** Whole numbers: up to eight digits, perhaps followed by ".0", are read by words. */
final class WholeBuilder extends LongsColumnBuilder {

  /** A word's last two bytes: ".0", or ",0" where a comma is the point. */
  private final long pointZero;

  WholeBuilder(CsvLayout.Field wanted, Dialect dialect, int field, List<RowErrorSpan> flaws) {
    super(wanted, dialect, field, flaws);
    pointZero = (long) '0' << 8 | dialect.decimal();
  }

  @Override
  void readAll(RowIndex index, int[] rows, int count, int at, int field) {
    byte[] bytes = index.bytes;
    int[] marks = index.marks;
    long[] values = this.values;
    long pointZero = this.pointZero;
    long[] nulls = this.nulls.bits();
    for (int i = 0; i < count; i++) {
      int mark = rows[i] + field;
      int from = marks[mark] + 1;
      int to = marks[mark + 1];
      int length = to - from;
      int tail = Swar.at(bytes, to - 8) >>> 48 == pointZero ? 2 : 0;
      int digits = length - tail;
      if (digits <= 8 && length >= leastBytes) {
        long number = (Swar.at(bytes, to - tail - 8) ^ Swar.ZEROS) & LAST[digits];
        if (!Swar.notDigits(number)) {
          int row = at + i;
          values[row] = Swar.number(number);
          NullBits.set(nulls, row, (length - 1) >>> 31);
          continue;
        }
      }
      values[at + i] = readOther(index, rows[i], from, to, at + i);
    }
  }
}
