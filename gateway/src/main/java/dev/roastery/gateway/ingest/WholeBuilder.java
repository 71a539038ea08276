package dev.roastery.gateway.ingest;

import dev.roastery.common.wire.ColumnType;
import dev.roastery.common.wire.NullBits;
import dev.roastery.gateway.ingest.CsvLayout.Presence;
import java.util.List;

/** Whole numbers: up to eight digits, perhaps followed by ".0", are read by words. */
final class WholeBuilder extends LongsBuilder {

  /** A word's last two bytes: ".0". */
  private static final long POINT_ZERO = '0' << 8 | '.';

  WholeBuilder(ColumnType type, int field, Presence presence, List<Flawed> flaws) {
    super(type, field, presence, flaws);
  }

  @Override
  void readAll(RowIndex index, int[] rows, int count, int at, int field) {
    byte[] bytes = index.bytes;
    int[] marks = index.marks;
    long[] values = this.values;
    long[] nulls = this.nulls.bits();
    for (int i = 0; i < count; i++) {
      int mark = rows[i] + field;
      int from = marks[mark] + 1;
      int to = marks[mark + 1];
      int length = to - from;
      int tail = Words.at(bytes, to - 8) >>> 48 == POINT_ZERO ? 2 : 0;
      int digits = length - tail;
      if (digits <= 8 && length >= leastBytes) {
        long number = (Words.at(bytes, to - tail - 8) ^ Words.ZEROS) & LAST[digits];
        if (!Words.notDigits(number)) {
          int row = at + i;
          values[row] = Words.number(number);
          NullBits.set(nulls, row, (length - 1) >>> 31);
          continue;
        }
      }
      values[at + i] = readOther(index, rows[i], from, to, at + i);
    }
  }
}
