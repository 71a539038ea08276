package dev.roastery.gateway.ingest;

import dev.roastery.common.wire.ColumnType;
import dev.roastery.gateway.ingest.CsvLayout.Presence;
import java.util.List;

/** Dates: {@code yyyy-MM-dd} is read by words. */
final class DateBuilder extends LongsBuilder {

  DateBuilder(ColumnType type, int field, Presence presence, List<Flawed> flaws) {
    super(type, field, presence, flaws);
  }

  @Override
  void readAll(RowIndex index, int[] rows, int count, int at, int field) {
    byte[] bytes = index.bytes;
    int[] marks = index.marks;
    for (int i = 0; i < count; i++) {
      int mark = rows[i] + field;
      int from = marks[mark] + 1;
      int to = marks[mark + 1];
      long midnight =
          to - from == 10
              ? DateWords.midnight(Words.at(bytes, from), Words.at(bytes, from + 2) >>> 48)
              : CivilTime.NONE;
      values[at + i] =
          midnight != CivilTime.NONE
              ? midnight / CivilTime.DAY
              : readOther(index, rows[i], from, to, at + i);
    }
  }
}
