package dev.roastery.common.storage.object;

/**
 * Bytes of an object.
 *
 * @param from the first one, from 0
 * @param length how many at most
 */
public record ByteRange(long from, long length) {

  public static final ByteRange WHOLE = new ByteRange(0, Long.MAX_VALUE);

  public ByteRange {
    if (from < 0 || length < 1) {
      throw new IllegalArgumentException("a range of " + length + " bytes from " + from);
    }
  }

  public boolean isWhole() {
    return equals(WHOLE);
  }

  /** The last byte that is asked for. */
  public long last() {
    return length > Long.MAX_VALUE - from ? Long.MAX_VALUE : from + length - 1;
  }

  /** What is left of it after so many bytes. */
  public ByteRange after(long bytes) {
    return new ByteRange(from + bytes, length == Long.MAX_VALUE ? Long.MAX_VALUE : length - bytes);
  }
}
