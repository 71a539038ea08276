package dev.roastery.common.compute;

import dev.roastery.common.wire.Column;
import dev.roastery.common.wire.Rows;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A hash of values, fixed for ever: nodes of different versions must send equal keys to the same
 * partition. It depends on the values alone, never on numbers given in order of arrival.
 */
public final class KeyHash {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long NULL = 0x6e756c6cL;

  private KeyHash() {}

  /** Of the first {@code keys} columns of a row. */
  public static long of(Rows rows, int row, int keys) {
    long hash = keys;
    for (int key = 0; key < keys; key++) {
      Column column = rows.columns().get(key);
      long value =
          column.isNull(row)
              ? NULL
              : switch (column) {
                case Column.Longs longs -> mix(longs.values()[row]);
                case Column.Texts texts ->
                    of(texts.bytes(), texts.offsets()[row], texts.offsets()[row + 1]);
              };
      hash = mix(hash * 31 + value);
    }
    return hash;
  }

  public static long of(byte[] bytes, int start, int end) {
    long hash = (long) end - start;
    int at = start;
    for (; at <= end - Long.BYTES; at += Long.BYTES) {
      hash = mix(hash ^ (long) LONG.get(bytes, at));
    }
    long tail = 0;
    for (; at < end; at++) {
      tail = (tail << Byte.SIZE) | (bytes[at] & 0xff);
    }
    return mix(hash ^ tail);
  }

  /** Every bit of the value reaches every bit of the hash. */
  public static long mix(long value) {
    long mixed = (value ^ (value >>> 32)) * 0xd6e8feb86659fd93L;
    mixed = (mixed ^ (mixed >>> 32)) * 0xd6e8feb86659fd93L;
    return mixed ^ (mixed >>> 32);
  }
}
