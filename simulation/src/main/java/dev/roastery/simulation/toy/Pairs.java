package dev.roastery.simulation.toy;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.function.BiConsumer;

/** A batch's rows in the toy: pairs of longs. */
final class Pairs {

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

  static void decode(byte[] rows, BiConsumer<Long, Long> pair) {
    ByteBuffer bytes = ByteBuffer.wrap(rows);
    while (bytes.hasRemaining()) {
      pair.accept(bytes.getLong(), bytes.getLong());
    }
  }
}
