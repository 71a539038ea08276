package dev.roastery.common.message.rows;

import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.message.bytes.WireException.Reason;
import dev.roastery.common.message.bytes.WireReader;
import dev.roastery.common.message.bytes.WireWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of {@link Rows}, column by column:
 *
 * <pre>
 *   version   uint8   1
 *   rows      int32
 *   columns   int32
 *   of each column:
 *     name    uint8 length, UTF-8
 *     type    uint8   1 whole, 2 decimal (and uint8 scale), 3 date, 4 timestamp, 5 text
 *     nulls   uint8   1 when a bitmap follows: an int64 for each 64 rows, the lowest bit first
 *     values  {@link LongsCodec} or {@link TextsCodec}
 *   zeros     8 bytes
 * </pre>
 *
 * The zeros let a reader load eight bytes wherever a packed value starts. There is no checksum: the
 * message around the rows has one. Rows that were damaged nevertheless decode to different rows or
 * to a {@link WireException}, within the limits below.
 */
public final class RowsCodec {

  /** No batch of the gateway's is longer in bytes of input, and a row takes at least one. */
  public static final int ROWS_MAX = 4 << 20;

  /** The most that {@link Rows#decodedBytes} may be: packed rows can be small and yet huge. */
  public static final int DECODED_BYTES_MAX = WireReader.DECODED_BYTES_MAX;

  private static final int VERSION = 1;
  private static final int SPARE_BYTES = Long.BYTES;

  private RowsCodec() {}

  public static byte[] encode(Rows rows) {
    long decodedBytes = rows.decodedBytes();
    if (rows.count() > ROWS_MAX || decodedBytes > DECODED_BYTES_MAX) {
      throw new IllegalArgumentException(
          "%d rows that take %d bytes: at most %d and %d"
              .formatted(rows.count(), decodedBytes, ROWS_MAX, DECODED_BYTES_MAX));
    }
    WireWriter out = new WireWriter(64 + (int) decodedBytes / 4);
    out.uint8(VERSION);
    out.int32(rows.count());
    out.int32(rows.columns().size());
    long[] scratch = new long[rows.count()];
    for (int i = 0; i < rows.columns().size(); i++) {
      out.name(rows.names().get(i));
      write(out, rows.columns().get(i), scratch);
    }
    out.int64(0);
    return out.toBytes();
  }

  /** How many rows these bytes say they are; 0 if they are no rows. */
  public static int count(byte[] bytes) {
    try {
      WireReader in = new WireReader(bytes, 0, bytes.length);
      return in.uint8() == VERSION ? Math.clamp(in.int32(), 0, ROWS_MAX) : 0;
    } catch (WireException _) {
      return 0;
    }
  }

  public static Rows decode(byte[] bytes) throws WireException {
    int end = bytes.length - SPARE_BYTES;
    if (end < 0 || (long) WireWriter.LONG.get(bytes, end) != 0) {
      throw new WireException(Reason.TOO_SHORT, bytes.length + " bytes of rows, without their end");
    }
    WireReader in = new WireReader(bytes, 0, end);
    int version = in.uint8();
    if (version > VERSION) {
      throw new WireException(Reason.FORMAT_TOO_NEW, "rows of version " + version);
    }
    int count = in.int32();
    if (version < VERSION || count < 0 || count > ROWS_MAX) {
      throw in.malformed(count + " rows of version " + version);
    }
    List<String> names = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (int left = in.int32(); left != 0; left--) {
      names.add(in.name());
      columns.add(read(in, count));
    }
    in.finish();
    return new Rows(count, names, columns);
  }

  private static void write(WireWriter out, Column column, long[] scratch) {
    TypeCode.write(out, column.type());
    Nulls.write(out, column);
    switch (column) {
      case Column.Longs longs -> LongsCodec.write(out, longs, scratch);
      case Column.Texts texts -> TextsCodec.write(out, texts, scratch);
    }
  }

  private static Column read(WireReader in, int count) throws WireException {
    in.claim((long) count * Long.BYTES);
    ColumnType type = TypeCode.read(in);
    long[] nulls = Nulls.read(in, count);
    Column column =
        type instanceof ColumnType.Text
            ? TextsCodec.read(in, count, nulls)
            : new Column.Longs(type, count, LongsCodec.read(in, count), nulls);
    if (nulls != null && !Nulls.clean(column, nulls)) {
      throw in.malformed("a null with a value behind it, or behind the last row");
    }
    return column;
  }
}
