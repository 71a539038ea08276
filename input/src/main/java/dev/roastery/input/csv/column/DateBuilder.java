package dev.roastery.input.csv.column;

import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.csv.scan.RowErrorSpan;
import dev.roastery.input.csv.scan.RowIndex;
import dev.roastery.input.csv.scan.Swar;
import dev.roastery.input.csv.value.CivilTime;
import java.util.List;

/** Dates: {@code yyyy-MM-dd} is read by words. */
final class DateBuilder extends LongsColumnBuilder {

  DateBuilder(CsvLayout.Field wanted, Dialect dialect, int field, List<RowErrorSpan> flaws) {
    super(wanted, dialect, field, flaws);
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
              ? SwarDates.midnight(Swar.at(bytes, from), Swar.at(bytes, from + 2) >>> 48)
              : CivilTime.NONE;
      values[at + i] =
          midnight != CivilTime.NONE
              ? midnight / CivilTime.DAY
              : readOther(index, rows[i], from, to, at + i);
    }
  }
}
