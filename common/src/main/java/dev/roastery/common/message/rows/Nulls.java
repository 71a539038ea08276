package dev.roastery.common.message.rows;

import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.message.bytes.WireReader;
import dev.roastery.common.message.bytes.WireWriter;
import org.jspecify.annotations.Nullable;

/** The bitmap of a column's nulls: a byte that says whether there is one, then its words. */
final class Nulls {

  private Nulls() {}

  static void write(WireWriter out, Column column) {
    long[] bits = column.nulls();
    if (bits == null || !NullBits.any(bits, column.count())) {
      out.uint8(0);
      return;
    }
    if (!clean(column, bits)) {
      throw new IllegalArgumentException("a null with a value behind it, or behind the last row");
    }
    out.uint8(1);
    for (int word = 0; word < NullBits.words(column.count()); word++) {
      out.int64(bits[word]);
    }
  }

  static long @Nullable [] read(WireReader in, int count) throws WireException {
    int flag = in.uint8();
    if (flag > 1) {
      throw in.malformed("null flag " + flag);
    }
    if (flag == 0) {
      return null;
    }
    in.require((long) NullBits.words(count) * Long.BYTES);
    long[] bits = new long[NullBits.words(count)];
    for (int word = 0; word < bits.length; word++) {
      bits[word] = in.int64();
    }
    if (!NullBits.any(bits, count)) {
      throw in.malformed("a bitmap without a null");
    }
    return bits;
  }

  /** The same rows must have the same bytes, so nothing may differ behind a null. */
  static boolean clean(Column column, long[] bits) {
    int count = column.count();
    boolean beyond = (count & 63) != 0 && bits[count >> 6] >>> count != 0;
    return !beyond
        && switch (column) {
          case Column.Longs longs -> cleanLongs(longs.values(), count, bits);
          case Column.Texts texts -> cleanTexts(texts, bits);
        };
  }

  /** Of every value the bits that it has although it is null. */
  private static boolean cleanLongs(long[] values, int count, long[] bits) {
    long behind = 0;
    for (int row = 0; row < count; row++) {
      behind |= values[row] & -NullBits.at(bits, row);
    }
    return behind == 0;
  }

  private static boolean cleanTexts(Column.Texts texts, long[] bits) {
    for (int row = 0; row < texts.count(); row++) {
      if (NullBits.at(bits, row) != 0 && texts.length(row) != 0) {
        return false;
      }
    }
    return true;
  }

  static boolean same(Column one, Column other) {
    for (int row = 0; row < one.count(); row++) {
      if (one.isNull(row) != other.isNull(row)) {
        return false;
      }
    }
    return true;
  }
}
