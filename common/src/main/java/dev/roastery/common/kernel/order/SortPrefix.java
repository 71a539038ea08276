package dev.roastery.common.kernel.order;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.value.RowOrder;

/**
 * For each row a number of {@code bits} bits. Where two differ, the rows are ordered as they are;
 * where they are equal, the rows are equal if it is {@code whole}, and otherwise may be anything.
 * It is made of the sort keys one behind the other, each in the bits that its span of values takes.
 */
record SortPrefix(long[] values, int bits, boolean whole) {

  static SortPrefix of(Rows rows, int[] numbers, RowOrder order) {
    SortPrefix prefix = new SortPrefix(new long[numbers.length], 0, true);
    for (RowOrder.Key key : order.keys()) {
      Column column = rows.columns().get(key.column());
      prefix =
          switch (column) {
            case Column.Longs longs -> prefix.with(longs, numbers, key.by());
            case Column.Texts texts -> prefix.with(texts, numbers, key.by());
          };
      if (!prefix.whole) {
        break;
      }
    }
    return prefix;
  }

  private SortPrefix with(Column.Longs column, int[] numbers, RowOrder.By by) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    int missing = 0;
    for (int number : numbers) {
      if (column.isNull(number)) {
        missing++;
      } else {
        low = Math.min(low, column.values()[number]);
        high = Math.max(high, column.values()[number]);
      }
    }
    if (missing == numbers.length) {
      return this;
    }
    long span = high - low; // unsigned
    boolean nullsFit = missing == 0 || span != -1;
    long top = missing == 0 || !nullsFit ? span : span + 1;
    long nullsAt = by == RowOrder.By.ASCENDING_NULLS_FIRST ? 0 : top;
    long valuesAt = missing > 0 && nullsFit && nullsAt == 0 ? 1 : 0;
    int width = Long.SIZE - Long.numberOfLeadingZeros(top);
    int kept = Math.min(width, Long.SIZE - bits);
    boolean descending = by == RowOrder.By.DESCENDING_NULLS_LAST;
    for (int i = 0; i < numbers.length; i++) {
      long value = column.values()[numbers[i]];
      long code =
          column.isNull(numbers[i])
              ? nullsAt
              : valuesAt + (descending ? high - value : value - low);
      append(i, code, width, kept);
    }
    return new SortPrefix(values, bits + kept, kept == width && nullsFit);
  }

  /** The upper {@code kept} of the code's {@code width} bits. */
  private void append(int at, long code, int width, int kept) {
    if (kept > 0) {
      long before = kept == Long.SIZE ? 0 : values[at] << kept;
      values[at] = before | (code >>> (width - kept));
    }
  }

  /** As many of the first bytes as fit; a text is never known whole by them. */
  private SortPrefix with(Column.Texts column, int[] numbers, RowOrder.By by) {
    int bytes = (Long.SIZE - bits) / Byte.SIZE;
    if (by != RowOrder.By.ASCENDING_NULLS_FIRST) {
      bytes = 0;
    }
    for (int i = 0; i < numbers.length; i++) {
      long code = 0;
      int start = column.offsets()[numbers[i]];
      int end = column.offsets()[numbers[i] + 1];
      for (int at = start; at < start + bytes; at++) {
        code = (code << Byte.SIZE) | (at < end ? column.bytes()[at] & 0xff : 0);
      }
      append(i, code, bytes * Byte.SIZE, bytes * Byte.SIZE);
    }
    return new SortPrefix(values, bits + bytes * Byte.SIZE, false);
  }
}
