package dev.roastery.gateway.ingest;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Eight bytes at a time. A word is little-endian: the byte at the lowest address is its lowest. A
 * search answers with bit 7 of each byte that was found, without false ones, so that all of a
 * word's answers can be used.
 */
final class Words {

  /** Bytes that must be readable after, and before, whatever is read by words. */
  static final int SLACK = 8;

  /** Bytes that {@link RowIndex} looks at in one step. */
  static final int STRIDE = 64;

  static final long ONES = 0x0101010101010101L;
  static final long HIGH = 0x8080808080808080L;
  static final long ZEROS = '0' * ONES;

  private static final long LOW_SEVEN = 0x7f7f7f7f7f7f7f7fL;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Words() {}

  static long at(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }

  static void put(byte[] bytes, int at, long word) {
    LONGS.set(bytes, at, word);
  }

  /** The bytes of {@code word} that are zero. */
  static long zeros(long word) {
    return ~(((word & LOW_SEVEN) + LOW_SEVEN) | word | LOW_SEVEN);
  }

  /** The commas of {@code word}. */
  static long commas(long word) {
    return zeros(word ^ (',' * ONES));
  }

  /**
   * The line feeds and quotes of {@code word}, and also its asterisks and bytes 2: these four
   * differ in two bits only, and are found in one step.
   */
  static long breaksAndQuotes(long word) {
    return zeros((word & ~(0x28 * ONES)) ^ (2 * ONES));
  }

  /** The eight answers of a search, as the lowest eight bits. */
  static long bits(long found) {
    return (found * 0x0002040810204081L) >>> 56;
  }

  /** The place in a word of the first byte that a search found. */
  static int first(long found) {
    return Long.numberOfTrailingZeros(found) >>> 3;
  }

  /** Whether the bytes, already without their 0x30, are something else than digits 0 to 9. */
  static boolean notDigits(long digits) {
    return (((digits + 0x7676767676767676L) | digits) & HIGH) != 0;
  }

  /** The number that eight digits (bytes 0 to 9, the lowest byte first) are. */
  static long number(long digits) {
    long pairs = digits * 10 + (digits >>> 8);
    long even = (pairs & 0x000000ff000000ffL) * 0x000f424000000064L;
    long odd = (pairs >>> 16 & 0x000000ff000000ffL) * 0x0000271000000001L;
    return (even + odd) >>> 32;
  }
}
