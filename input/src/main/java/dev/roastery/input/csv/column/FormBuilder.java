package dev.roastery.input.csv.column;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.csv.scan.RowErrorSpan;
import dev.roastery.input.csv.scan.RowIndex;
import java.util.List;

/** A column whose values are written otherwise than is usual: each is read byte by byte. */
final class FormBuilder extends LongsColumnBuilder {

  FormBuilder(CsvLayout.Field wanted, Dialect dialect, int field, List<RowErrorSpan> flaws) {
    super(wanted, dialect, field, flaws);
  }

  /** Whether a value that looks as usual may mean something else. */
  static boolean isNeeded(CsvLayout.Field wanted, Dialect dialect) {
    boolean hidden =
        dialect.nulls().stream()
            .anyMatch(
                word -> Character.isDigit(word.charAt(0)) || word.charAt(0) == dialect.decimal());
    boolean number =
        wanted.type() instanceof ColumnType.Whole || wanted.type() instanceof ColumnType.Decimal;
    boolean commas = number && dialect.decimal() == dialect.delimiter();
    return !wanted.form().format().isEmpty() || hidden || commas;
  }

  @Override
  void readAll(RowIndex index, int[] rows, int count, int at, int field) {
    for (int i = 0; i < count; i++) {
      int mark = rows[i] + field;
      int from = index.marks[mark] + 1;
      values[at + i] = readOther(index, rows[i], from, index.marks[mark + 1], at + i);
    }
  }
}
