package dev.roastery.common.kernel.order;

import dev.roastery.common.kernel.ArraySizes;
import dev.roastery.common.kernel.Batches;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.NullBits;
import dev.roastery.common.message.rows.Rows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies rows by their numbers. */
public final class RowGather {

  /** The number of no row: all its values are null. */
  public static final int NONE = -1;

  private RowGather() {}

  public static Rows rows(Rows rows, int[] numbers) {
    return rows(rows, numbers, 0, numbers.length);
  }

  /** Those of {@code numbers[from .. to)}. */
  public static Rows rows(Rows rows, int[] numbers, int from, int to) {
    List<Column> columns = new ArrayList<>();
    rows.columns().forEach(column -> columns.add(column(column, numbers, from, to)));
    return Batches.rows(to - from, columns);
  }

  public static Column column(Column column, int[] numbers, int from, int to) {
    long @Nullable [] nulls = nulls(column, numbers, from, to);
    return switch (column) {
      case Column.Longs longs ->
          new Column.Longs(longs.type(), to - from, values(longs, numbers, from, to), nulls);
      case Column.Texts texts -> texts(texts, Arrays.copyOfRange(numbers, from, to), nulls);
    };
  }

  private static long[] values(Column.Longs column, int[] numbers, int from, int to) {
    long[] all = column.values();
    long[] values = new long[to - from];
    for (int i = from; i < to; i++) {
      int number = numbers[i];
      values[i - from] = number == NONE ? 0 : all[number];
    }
    return values;
  }

  private static Column.Texts texts(Column.Texts texts, int[] numbers, long @Nullable [] nulls) {
    int[] offsets = new int[numbers.length + 1];
    for (int i = 0; i < numbers.length; i++) {
      int length = numbers[i] == NONE ? 0 : texts.length(numbers[i]);
      offsets[i + 1] = ArraySizes.checked((long) offsets[i] + length, "the bytes of a text column");
    }
    byte[] bytes = new byte[offsets[numbers.length]];
    for (int i = 0; i < numbers.length; i++) {
      if (numbers[i] != NONE) {
        int start = texts.offsets()[numbers[i]];
        System.arraycopy(texts.bytes(), start, bytes, offsets[i], offsets[i + 1] - offsets[i]);
      }
    }
    return new Column.Texts(numbers.length, bytes, offsets, nulls);
  }

  private static long @Nullable [] nulls(Column column, int[] numbers, int from, int to) {
    long @Nullable [] all = column.nulls();
    long @Nullable [] nulls = null;
    for (int i = from; i < to; i++) {
      int number = numbers[i];
      if (number == NONE || NullBits.isNull(all, number)) {
        nulls = NullBits.with(nulls, to - from, i - from);
      }
    }
    return nulls;
  }
}
