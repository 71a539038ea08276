package dev.roastery.input.csv.column;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.Dialect;
import dev.roastery.input.csv.scan.RowErrorSpan;
import dev.roastery.input.csv.scan.RowIndex;
import dev.roastery.input.csv.value.ShapeReader;
import dev.roastery.input.csv.value.StrictReader;
import java.util.List;

/**
 * Numbers of a column whose type was inferred: each is written as {@link ShapeReader} says, so that
 * reading it as a number loses nothing of it.
 */
final class StrictNumberBuilder extends LongsColumnBuilder {

  private final int scale;

  /** The factor for a number with this many decimals. */
  private final long[] factors;

  /** Whether a value that looks as usual may mean something else. */
  private final boolean careful;

  private final char point;

  StrictNumberBuilder(
      CsvLayout.Field wanted, Dialect dialect, int field, List<RowErrorSpan> flaws) {
    super(wanted, dialect, field, flaws);
    careful = FormBuilder.isNeeded(wanted, dialect);
    point = dialect.decimal();
    scale = wanted.type() instanceof ColumnType.Decimal(int decimals) ? decimals : 0;
    factors = new long[scale + 1];
    factors[scale] = 1;
    for (int decimals = scale - 1; decimals >= 0; decimals--) {
      factors[decimals] = factors[decimals + 1] * 10;
    }
  }

  @Override
  void readAll(RowIndex index, int[] rows, int count, int at, int field) {
    byte[] bytes = index.bytes;
    int[] marks = index.marks;
    long[] values = this.values;
    for (int i = 0; i < count; i++) {
      int mark = rows[i] + field;
      int from = marks[mark] + 1;
      int to = marks[mark + 1];
      int start = from < to && bytes[from] == '-' ? from + 1 : from;
      long value = 0;
      int separator = to;
      int next = start;
      for (; next < to; next++) {
        int digit = bytes[next] - '0';
        if (digit >= 0 && digit <= 9) {
          value = value * 10 + digit;
        } else if (bytes[next] == point && separator == to) {
          separator = next;
        } else {
          break;
        }
      }
      int before = separator - start;
      int after = Math.max(to - separator - 1, 0);
      boolean usual =
          next == to
              && !careful
              && before > 0
              && (before == 1 || bytes[start] != '0')
              && before + scale <= StrictReader.DECIMAL_MAX
              && (separator == to || (after > 0 && after <= scale));
      if (usual) {
        values[at + i] = (start > from ? -value : value) * factors[after];
      } else {
        values[at + i] = readOther(index, rows[i], from, to, at + i);
      }
    }
  }
}
