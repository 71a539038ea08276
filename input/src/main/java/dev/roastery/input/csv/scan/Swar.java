package dev.roastery.input.csv.scan;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Eight bytes at a time. A word is little-endian: the byte at the lowest address is its lowest. A
 * search answers with bit 7 of each byte that was found, without false ones, so that all of a
 * word's answers can be used.
 */
public final class Swar {

  /** Bytes that must be readable after, and before, whatever is read by words. */
  public static final int SLACK = 8;

  /** Bytes that {@link RowIndex} looks at in one step. */
  public static final int STRIDE = 64;

  public static final long ONES = 0x0101010101010101L;
  public static final long HIGH = 0x8080808080808080L;
  public static final long ZEROS = '0' * ONES;

  private static final long LOW_SEVEN = 0x7f7f7f7f7f7f7f7fL;

  /** Brings all bytes above a comma, below 0x80, to their bit 7. */
  private static final long ABOVE_COMMA = (0x80 - ',' - 1) * ONES;

  /**
   * Its 64 runs of six bits are all different, so the top bits after a shift identify the shift.
   */
  private static final long LOWEST_FACTOR = 0x03f79d71b4cb0a89L;

  private static final byte[] LOWEST = lowestBits();

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Swar() {}

  private static byte[] lowestBits() {
    byte[] lowest = new byte[64];
    for (int bit = 0; bit < 64; bit++) {
      lowest[(int) (((1L << bit) * LOWEST_FACTOR) >>> 58)] = (byte) bit;
    }
    return lowest;
  }

  public static long at(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  public static void put(byte[] bytes, int at, long word) {
    LONGS.set(bytes, at, word);
  }

  /** The bytes of {@code word} that are zero. */
  public static long zeros(long word) {
    return ~(((word & LOW_SEVEN) + LOW_SEVEN) | word | LOW_SEVEN);
  }

  /**
   * A bit for each byte from {@code at} on that is a comma or less, as quotes and line feeds are:
   * all that separates, and of what is usual in fields only the space. Written out, as the quick
   * compiler unrolls no loop.
   */
  static long lowInStride(byte[] bytes, int at) {
    return low(at(bytes, at))
        | low(at(bytes, at + 8)) << 8
        | low(at(bytes, at + 16)) << 16
        | low(at(bytes, at + 24)) << 24
        | low(at(bytes, at + 32)) << 32
        | low(at(bytes, at + 40)) << 40
        | low(at(bytes, at + 48)) << 48
        | low(at(bytes, at + 56)) << 56;
  }

  /** A bit for each byte from {@code at} on that is that of {@code eight} equal ones. */
  static long inStride(byte[] bytes, int at, long eight) {
    return packed(zeros(at(bytes, at) ^ eight))
        | packed(zeros(at(bytes, at + 8) ^ eight)) << 8
        | packed(zeros(at(bytes, at + 16) ^ eight)) << 16
        | packed(zeros(at(bytes, at + 24) ^ eight)) << 24
        | packed(zeros(at(bytes, at + 32) ^ eight)) << 32
        | packed(zeros(at(bytes, at + 40) ^ eight)) << 40
        | packed(zeros(at(bytes, at + 48) ^ eight)) << 48
        | packed(zeros(at(bytes, at + 56) ^ eight)) << 56;
  }

  /** Bit 7 of each byte, as the lowest eight bits. */
  private static long packed(long found) {
    return (found * 0x0002040810204081L) >>> 56;
  }

  /** The bytes of {@code word} that are a comma or less, as the lowest eight bits. */
  private static long low(long word) {
    long found = ~((word & LOW_SEVEN) + ABOVE_COMMA | word) & HIGH;
    return (found * 0x0002040810204081L) >>> 56;
  }

  /**
   * The number of the lowest bit: by a table, as the quick compiler knows no instruction for it.
   */
  static int lowest(long bits) {
    return LOWEST[(int) (((bits & -bits) * LOWEST_FACTOR) >>> 58)];
  }

  /** The place in a word of the first byte that a search found. */
  static int first(long found) {
    return Long.numberOfTrailingZeros(found) >>> 3;
  }

  /** Whether the bytes, already without their 0x30, are something else than digits 0 to 9. */
  public static boolean notDigits(long digits) {
    return (((digits + 0x7676767676767676L) | digits) & HIGH) != 0;
  }

  /** The number that eight digits (bytes 0 to 9, the lowest byte first) are. */
  public static long number(long digits) {
    long pairs = digits * 10 + (digits >>> 8);
    long even = (pairs & 0x000000ff000000ffL) * 0x000f424000000064L;
    long odd = (pairs >>> 16 & 0x000000ff000000ffL) * 0x0000271000000001L;
    return (even + odd) >>> 32;
  }
}
