package dev.roastery.common.message.rows;

import dev.roastery.common.message.bytes.Packed;
import dev.roastery.common.message.bytes.Packed.Range;
import dev.roastery.common.message.bytes.WireException;
import dev.roastery.common.message.bytes.WireReader;
import dev.roastery.common.message.bytes.WireWriter;

/**
 * The values of a column of numbers: as they are, or as the steps from each to the next where that
 * is smaller (sorted columns, or nearly). Constants are the case of width 0 of the one, rows of
 * equal steps that of the other.
 *
 * <pre>
 *   uint8 0   packed(count values)
 *   uint8 1   int64 first value   packed(count - 1 steps)
 * </pre>
 */
final class LongsCodec {

  private static final int VALUES = 0;
  private static final int STEPS = 1;

  private LongsCodec() {}

  static void write(WireWriter out, Column.Longs column, long[] scratch) {
    int count = column.count();
    long[] values = column.values();
    Range range = Range.of(values, count);
    Range steps = Range.ofSteps(values, count);
    if (count > 0 && Long.BYTES + steps.bytes(count - 1) < range.bytes(count)) {
      for (int i = 1; i < count; i++) {
        scratch[i - 1] = values[i] - values[i - 1];
      }
      out.uint8(STEPS);
      out.int64(values[0]);
      Packed.write(out, scratch, count - 1, steps);
    } else {
      out.uint8(VALUES);
      Packed.write(out, values, count, range);
    }
  }

  static long[] read(WireReader in, int count) throws WireException {
    int encoding = in.uint8();
    return switch (encoding) {
      case VALUES -> Packed.read(in, count);
      case STEPS -> steps(in, count);
      default -> throw in.malformed("encoding " + encoding + " of numbers");
    };
  }

  private static long[] steps(WireReader in, int count) throws WireException {
    long value = in.int64();
    if (count == 0) {
      throw in.malformed("steps between no values");
    }
    long[] steps = Packed.read(in, count - 1);
    long[] values = new long[count];
    values[0] = value;
    for (int i = 1; i < count; i++) {
      value += steps[i - 1];
      values[i] = value;
    }
    return values;
  }
}
