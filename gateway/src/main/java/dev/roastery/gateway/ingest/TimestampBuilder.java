package dev.roastery.gateway.ingest;

import dev.roastery.common.wire.ColumnType;
import dev.roastery.gateway.ingest.CsvLayout.Presence;
import java.util.List;

/**
 * Timestamps: {@code yyyy-MM-dd HH:mm:ss} is read by words, and a date like that of the row before
 * is not read at all.
 */
final class TimestampBuilder extends LongsBuilder {

  TimestampBuilder(ColumnType type, int field, Presence presence, List<Flawed> flaws) {
    super(type, field, presence, flaws);
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
        long monthWord = Words.at(bytes, from);
        long dayWord = Words.at(bytes, from + 2) >>> 48;
        if (monthWord != month || dayWord != day) {
          month = monthWord;
          day = dayWord;
          midnight = DateWords.midnight(month, day);
        }
        long second = DateWords.second(Words.at(bytes, from + 11));
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
