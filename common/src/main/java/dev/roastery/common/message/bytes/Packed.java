package dev.roastery.common.message.bytes;

import static dev.roastery.common.message.bytes.WireWriter.LONG;

import java.util.Arrays;

/**
 * Longs in as few bits as their range needs, all with the same number of them:
 *
 * <pre>
 *   base   int64   the smallest value
 *   width  uint8   bits of a value: 0 to 57, or 64
 *   bits           value - base, the lowest bit first; the last byte is filled with zeros
 * </pre>
 *
 * Up to 57 bits, a value is within the eight bytes that start at its first bit: reading it takes
 * one load, one shift and one mask.
 */
public final class Packed {

  static final int HEADER_BYTES = Long.BYTES + 1;

  private static final int WIDTH_MAX = 57;

  private Packed() {}

  /** The smallest value of some longs, and the bits that the differences to it need. */
  public record Range(long base, int width) {

    public static Range of(long[] values, int count) {
      if (count == 0) {
        return new Range(0, 0);
      }
      long min = values[0];
      long max = values[0];
      for (int i = 1; i < count; i++) {
        long value = values[i];
        if (value < min) {
          min = value;
        } else if (value > max) {
          max = value;
        }
      }
      return between(min, max);
    }

    /** Of the differences from each value to the next. */
    public static Range ofSteps(long[] values, int count) {
      if (count < 2) {
        return new Range(0, 0);
      }
      long before = values[1];
      long min = before - values[0];
      long max = min;
      for (int i = 2; i < count; i++) {
        long step = values[i] - before;
        before = values[i];
        if (step < min) {
          min = step;
        } else if (step > max) {
          max = step;
        }
      }
      return between(min, max);
    }

    private static Range between(long min, long max) {
      int width = Long.SIZE - Long.numberOfLeadingZeros(max - min);
      return new Range(min, width > WIDTH_MAX ? Long.SIZE : width);
    }

    public int bytes(int count) {
      return HEADER_BYTES + Packed.bytes(count, width);
    }
  }

  public static int bytes(int count, int width) {
    return (int) (((long) count * width + 7) >>> 3);
  }

  public static void write(WireWriter out, long[] values, int count) {
    write(out, values, count, Range.of(values, count));
  }

  public static void write(WireWriter out, long[] values, int count, Range range) {
    out.int64(range.base());
    out.uint8(range.width());
    out.packed(values, count, range.base(), range.width());
  }

  /**
   * The reader's array must continue for eight bytes after its end, because a value is read as
   * eight bytes.
   */
  public static long[] read(WireReader in, int count) throws WireException {
    long base = in.int64();
    int width = in.uint8();
    if (width > WIDTH_MAX && width != Long.SIZE) {
      throw in.malformed("values of " + width + " bits");
    }
    int start = in.skip(bytes(count, width));
    long[] values = new long[count];
    if (width == 0) {
      Arrays.fill(values, base);
      return values;
    }
    unpack(in.array(), start, base, width, values);
    return values;
  }

  private static void unpack(byte[] from, int start, long base, int width, long[] values) {
    long mask = -1L >>> (Long.SIZE - width);
    long bit = (long) start << 3;
    for (int i = 0; i < values.length; i++) {
      long word = (long) LONG.get(from, (int) (bit >>> 3));
      values[i] = base + (word >>> (bit & 7) & mask);
      bit += width;
    }
  }
}
