package dev.roastery.testkit;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.NullBits;
import dev.roastery.common.message.rows.Rows;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Small columns from values that may be null. */
public final class TestRows {

  private TestRows() {}

  public static Rows wholes(Long... values) {
    return of(longs(new ColumnType.Whole(), values));
  }

  public static Rows texts(String... values) {
    return of(text(values));
  }

  public static Rows of(Column... columns) {
    List<String> names = new ArrayList<>();
    for (int at = 0; at < columns.length; at++) {
      names.add("c" + at);
    }
    return new Rows(columns[0].count(), names, List.of(columns));
  }

  public static Column longs(ColumnType type, Long... values) {
    long[] longs = new long[values.length];
    long[] nulls = new long[NullBits.words(values.length)];
    for (int row = 0; row < values.length; row++) {
      if (values[row] == null) {
        NullBits.set(nulls, row);
      } else {
        longs[row] = values[row];
      }
    }
    return new Column.Longs(type, values.length, longs, nulls);
  }

  public static Column text(String... values) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int[] offsets = new int[values.length + 1];
    long[] nulls = new long[NullBits.words(values.length)];
    for (int row = 0; row < values.length; row++) {
      if (values[row] == null) {
        NullBits.set(nulls, row);
      } else {
        bytes.writeBytes(values[row].getBytes(StandardCharsets.UTF_8));
      }
      offsets[row + 1] = bytes.size();
    }
    return new Column.Texts(values.length, bytes.toByteArray(), offsets, nulls);
  }
}
