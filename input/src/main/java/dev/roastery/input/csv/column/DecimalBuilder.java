package dev.roastery.input.csv.column;

import dev.roastery.common.message.rows.NullBits;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.csv.scan.RowErrorSpan;
import dev.roastery.input.csv.scan.RowIndex;
import dev.roastery.input.csv.scan.Swar;
import java.util.List;

/** Decimals: up to eight bytes of digits, perhaps with a point among them, are read by words. */
final class DecimalBuilder extends LongsColumnBuilder {

  /** Eight points, or eight commas where a comma is the point. */
  private final long points;

  private final int scale;

  /** The factor for a number with this many decimals. */
  private final long[] factors = new long[8];

  DecimalBuilder(
      int scale, CsvLayout.Field wanted, Dialect dialect, int field, List<RowErrorSpan> flaws) {
    super(wanted, dialect, field, flaws);
    this.scale = scale;
    this.points = dialect.decimal() * Swar.ONES;
    for (int decimals = 0; decimals <= Math.min(scale, 7); decimals++) {
      factors[decimals] = power(scale - decimals);
    }
  }

  private static long power(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= 10;
    }
    return power;
  }

  @Override
  void readAll(RowIndex index, int[] rows, int count, int at, int field) {
    byte[] bytes = index.bytes;
    int[] marks = index.marks;
    long[] values = this.values;
    long points = this.points;
    long[] nulls = this.nulls.bits();
    // Eight digits, and the factor, are less than 64 bits with this.
    int scaleMax = scale <= 10 ? Math.min(scale, 7) : -1;
    for (int i = 0; i < count; i++) {
      int mark = rows[i] + field;
      int from = marks[mark] + 1;
      int to = marks[mark + 1];
      int length = to - from;
      if (length <= 8 && length >= leastBytes) {
        long last = LAST[length];
        long word = Swar.at(bytes, to - 8);
        long point = Swar.zeros(word ^ points) & last;
        int digits = length;
        int decimals = 0;
        if (point != 0) {
          int place = Long.numberOfTrailingZeros(point) & 0x38;
          long above = word & (-2L << (place + 7));
          long below = word & ((1L << place) - 1);
          word = above | (below << 8);
          decimals = 7 - (place >> 3);
          digits--;
          // A point alone: the separator before it now makes this word no number.
          last = LAST[digits] | ((long) (digits - 1) >> 63);
        }
        long number = (word ^ Swar.ZEROS) & last;
        if (decimals <= scaleMax && !Swar.notDigits(number)) {
          int row = at + i;
          values[row] = Swar.number(number) * factors[decimals];
          NullBits.set(nulls, row, (length - 1) >>> 31);
          continue;
        }
      }
      values[at + i] = readOther(index, rows[i], from, to, at + i);
    }
  }
}
