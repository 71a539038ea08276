package dev.roastery.input.csv.column;

import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.csv.scan.RowErrorSpan;
import dev.roastery.input.csv.scan.RowIndex;
import dev.roastery.input.csv.scan.Swar;
import dev.roastery.input.csv.value.CivilTime;
import java.util.List;

/**
 * Timestamps: {@code yyyy-MM-dd HH:mm:ss} is read by words, and a date like that of the row before
 * is not read at all.
 */
final class TimestampBuilder extends LongsColumnBuilder {

  TimestampBuilder(CsvLayout.Field wanted, Dialect dialect, int field, List<RowErrorSpan> flaws) {
    super(wanted, dialect, field, flaws);
  }

  @Override
  void readAll(RowIndex index, int[] rows, int count, int at, int field) {
    byte[] bytes = index.bytes;
    int[] marks = index.marks;
    long[] values = this.values;
    long month = 0;
    long day = 0;
    long midnight = CivilTime.NONE;
    for (int i = 0; i < count; i++) {
      int mark = rows[i] + field;
      int from = marks[mark] + 1;
      int to = marks[mark + 1];
      if (to - from == 19) {
        long monthWord = Swar.at(bytes, from);
        long dayWord = Swar.at(bytes, from + 2) >>> 48;
        if (monthWord != month || dayWord != day) {
          month = monthWord;
          day = dayWord;
          midnight = SwarDates.midnight(month, day);
        }
        long second = SwarDates.second(Swar.at(bytes, from + 11));
        byte between = bytes[from + 10];
        if (second >= 0 && midnight != CivilTime.NONE && (between == ' ' || between == 'T')) {
          values[at + i] = midnight + second;
          continue;
        }
      }
      values[at + i] = readOther(index, rows[i], from, to, at + i);
    }
  }
}
