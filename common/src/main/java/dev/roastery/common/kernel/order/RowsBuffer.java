package dev.roastery.common.kernel.order;

import dev.roastery.common.kernel.ArraySizes;
import dev.roastery.common.kernel.Batches;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.NullBits;
import dev.roastery.common.message.rows.Rows;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts batches one behind the other into columns whose sizes are known before: no copy is made. */
public final class RowsBuffer {

  private final int rows;
  private final List<Part> parts = new ArrayList<>();
  private int filled;

  /** One column; one of {@code values} and {@code bytes} is used. */
  private static final class Part {
    final ColumnType type;
    final long[] values;
    final byte[] bytes;
    final int[] offsets;
    long @Nullable [] nulls;

    Part(ColumnType type, int rows, int textBytes) {
      boolean text = type instanceof ColumnType.Text;
      this.type = type;
      this.values = new long[text ? 0 : rows];
      this.bytes = new byte[text ? textBytes : 0];
      this.offsets = new int[text ? rows + 1 : 0];
    }

    Column column(int rows) {
      return type instanceof ColumnType.Text
          ? new Column.Texts(rows, bytes, offsets, nulls)
          : new Column.Longs(type, rows, values, nulls);
    }
  }

  /** {@code textBytes} has the sum of the lengths of each column of texts. */
  public RowsBuffer(List<ColumnType> types, long rows, long[] textBytes) {
    this.rows = ArraySizes.checked(rows, "the rows of a stream");
    for (int at = 0; at < types.size(); at++) {
      int bytes = ArraySizes.checked(textBytes[at], "the bytes of a text column");
      parts.add(new Part(types.get(at), this.rows, bytes));
    }
  }

  public static Rows concatenated(List<ColumnType> types, List<Rows> parts) {
    long rows = 0;
    long[] textBytes = new long[types.size()];
    for (Rows part : parts) {
      rows += part.count();
      addTextBytes(part, textBytes);
    }
    RowsBuffer buffer = new RowsBuffer(types, rows, textBytes);
    parts.forEach(buffer::append);
    return buffer.rows();
  }

  /** Adds the lengths of all texts of each column. */
  public static void addTextBytes(Rows rows, long[] textBytes) {
    for (int at = 0; at < textBytes.length; at++) {
      Column column = rows.columns().get(at);
      textBytes[at] += column.decodedBytes() - (long) column.count() * Long.BYTES;
    }
  }

  public void append(Rows batch) {
    for (int at = 0; at < parts.size(); at++) {
      Column column = batch.columns().get(at);
      Part part = parts.get(at);
      switch (column) {
        case Column.Longs longs ->
            System.arraycopy(longs.values(), 0, part.values, filled, batch.count());
        case Column.Texts texts -> append(texts, part);
      }
      appendNulls(column, part);
    }
    filled += batch.count();
  }

  private void append(Column.Texts texts, Part part) {
    int start = texts.offsets()[0];
    int to = part.offsets[filled];
    System.arraycopy(texts.bytes(), start, part.bytes, to, texts.offsets()[texts.count()] - start);
    for (int row = 1; row <= texts.count(); row++) {
      part.offsets[filled + row] = to + texts.offsets()[row] - start;
    }
  }

  private void appendNulls(Column column, Part part) {
    if (column.nulls() == null) {
      return;
    }
    for (int row = 0; row < column.count(); row++) {
      if (column.isNull(row)) {
        part.nulls = NullBits.with(part.nulls, rows, filled + row);
      }
    }
  }

  public Rows rows() {
    if (filled != rows) {
      throw new IllegalStateException(filled + " rows where " + rows + " were announced");
    }
    return Batches.rows(rows, parts.stream().map(part -> part.column(rows)).toList());
  }
}
