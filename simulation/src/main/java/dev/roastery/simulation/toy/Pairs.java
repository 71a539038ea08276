package dev.roastery.simulation.toy;

import dev.roastery.common.kernel.Batches;
import dev.roastery.common.message.Message.Batch;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** A batch's rows in the toy: pairs of longs, between its stages in a form of their own. */
final class Pairs {

  static final Comparator<long[]> ORDER =
      Comparator.<long[]>comparingLong(pair -> pair[0]).thenComparingLong(pair -> pair[1]);

  private Pairs() {}

  static byte[] encode(Iterable<long[]> pairs, int count) {
    ByteBuffer bytes = ByteBuffer.allocate(16 * count);
    for (long[] pair : pairs) {
      bytes.putLong(pair[0]).putLong(pair[1]);
    }
    return bytes.array();
  }

  static byte[] encode(Map<Long, Long> pairs) {
    ByteBuffer bytes = ByteBuffer.allocate(16 * pairs.size());
    pairs.forEach((key, value) -> bytes.putLong(key).putLong(value));
    return bytes.array();
  }

  /** Rows as the gateway sends them, of two columns. */
  static void decodeRows(Batch batch, BiConsumer<Long, Long> pair) {
    Rows rows = Batches.decode(batch, List.of(new ColumnType.Whole(), new ColumnType.Whole()));
    for (int row = 0; row < rows.count(); row++) {
      pair.accept(value(rows, 0, row), value(rows, 1, row));
    }
  }

  private static long value(Rows rows, int column, int row) {
    return ((Column.Longs) rows.columns().get(column)).values()[row];
  }

  static void decode(byte[] rows, BiConsumer<Long, Long> pair) {
    ByteBuffer bytes = ByteBuffer.wrap(rows);
    while (bytes.hasRemaining()) {
      pair.accept(bytes.getLong(), bytes.getLong());
    }
  }
}
