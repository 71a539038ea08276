package dev.roastery.common.kernel;

import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.Rows;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A hash of values that never changes: nodes of different versions must send equal keys to the same
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

  /** The same of all rows, column by column. */
  public static long[] all(Rows rows, int keys) {
    long[] hashes = new long[rows.count()];
    Arrays.fill(hashes, keys);
    for (Column column : rows.columns().subList(0, keys)) {
      switch (column) {
        case Column.Longs longs -> add(longs, hashes);
        case Column.Texts texts -> add(texts, hashes);
      }
    }
    return hashes;
  }

  private static void add(Column.Longs column, long[] hashes) {
    long[] values = column.values();
    for (int row = 0; row < hashes.length; row++) {
      boolean missing = values[row] == 0 && column.isNull(row);
      hashes[row] = mix(hashes[row] * 31 + (missing ? NULL : mix(values[row])));
    }
  }

  private static void add(Column.Texts column, long[] hashes) {
    int[] ends = column.offsets();
    for (int row = 0; row < hashes.length; row++) {
      long value = column.isNull(row) ? NULL : of(column.bytes(), ends[row], ends[row + 1]);
      hashes[row] = mix(hashes[row] * 31 + value);
    }
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
