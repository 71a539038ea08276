package dev.roastery.common.query.value;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.Rows;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes rows as canonical CSV: LF after every line, nulls empty, and double quotes only around a
 * text that is empty or has a comma, a quote or a line break in it, so that the same rows always
 * are the same bytes and a null is never taken for an empty text.
 */
public final class CanonicalCsv {

  private final List<ResultColumn> columns;
  private final ByteText out;

  /** Columns are matched with those of the rows by position. */
  public CanonicalCsv(List<ResultColumn> columns, ByteText out) {
    this.columns = List.copyOf(columns);
    this.out = out;
  }

  public void header() {
    for (int at = 0; at < columns.size(); at++) {
      separate(at);
      byte[] name = columns.get(at).name().getBytes(StandardCharsets.UTF_8);
      text(name, 0, name.length);
    }
    out.ascii('\n');
  }

  public void row(Rows rows, int row) {
    for (int at = 0; at < columns.size(); at++) {
      separate(at);
      cell(at, rows.columns().get(at), row);
    }
    out.ascii('\n');
  }

  /** One value, as it stands in a line. */
  public void cell(int at, Column column, int row) {
    if (column.isNull(row)) {
      return;
    }
    switch (column) {
      case Column.Longs longs -> number(at, longs.values()[row]);
      case Column.Texts texts ->
          text(texts.bytes(), texts.offsets()[row], texts.offsets()[row + 1]);
    }
  }

  private void number(int at, long value) {
    if (!(columns.get(at).format() instanceof ValueFormat.OfLong format)) {
      throw new IllegalArgumentException(columns.get(at) + " has numbers where texts belong");
    }
    format.append(value, out);
  }

  private void text(byte[] bytes, int from, int to) {
    if (from < to && isPlain(bytes, from, to)) {
      out.bytes(bytes, from, to);
      return;
    }
    out.ascii('"');
    int start = from;
    for (int at = from; at < to; at++) {
      if (bytes[at] == '"') {
        out.bytes(bytes, start, at + 1);
        start = at; // the quote again, with what follows it
      }
    }
    out.bytes(bytes, start, to);
    out.ascii('"');
  }

  private static boolean isPlain(byte[] bytes, int from, int to) {
    for (int at = from; at < to; at++) {
      byte b = bytes[at];
      if (b == ',' || b == '"' || b == '\n' || b == '\r') {
        return false;
      }
    }
    return true;
  }

  private void separate(int at) {
    if (at > 0) {
      out.ascii(',');
    }
  }
}
