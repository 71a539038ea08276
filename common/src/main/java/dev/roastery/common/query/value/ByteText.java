package dev.roastery.common.query.value;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** UTF-8 text under construction, in one array that grows. */
public final class ByteText {

  private static final int YEAR_MAX = 9999;

  private byte[] bytes = new byte[1 << 12];
  private int size;

  public int size() {
    return size;
  }

  /** Forgets the text, keeps the array. */
  public void clear() {
    size = 0;
  }

  /** The text so far, not copied: it is valid until the next change. */
  public ByteBuffer buffer() {
    return ByteBuffer.wrap(bytes, 0, size).asReadOnlyBuffer();
  }

  @Override
  public String toString() {
    return new String(bytes, 0, size, StandardCharsets.UTF_8);
  }

  public void ascii(char character) {
    room(1);
    bytes[size++] = (byte) character;
  }

  public void bytes(byte[] source, int from, int to) {
    room(to - from);
    System.arraycopy(source, from, bytes, size, to - from);
    size += to - from;
  }

  /** Works on the negative side, where every long has its counterpart. */
  public void whole(long value) {
    decimal(value, 0);
  }

  public void decimal(long value, int scale) {
    room(24);
    if (value < 0) {
      bytes[size++] = '-';
    }
    long negative = value < 0 ? value : -value;
    int digits = Math.max(digits(negative), scale + 1);
    int end = size + digits + (scale > 0 ? 1 : 0);
    int at = end;
    for (int digit = 0; digit < digits; digit++) {
      if (digit == scale && scale > 0) {
        bytes[--at] = '.';
      }
      bytes[--at] = (byte) ('0' - negative % 10);
      negative /= 10;
    }
    size = end;
  }

  private static int digits(long negative) {
    int digits = 1;
    for (long rest = negative / 10; rest != 0; rest /= 10) {
      digits++;
    }
    return digits;
  }

  /** {@code 2024-01-31} */
  public void date(long epochDay) {
    long civil = Days.civil(epochDay);
    year(civil >> 9);
    ascii('-');
    twoDigits(civil >> 5 & 15);
    ascii('-');
    twoDigits(civil & 31);
  }

  /** {@code 06:00:00} */
  public void time(long secondOfDay) {
    twoDigits(secondOfDay / 3600);
    ascii(':');
    twoDigits(secondOfDay / 60 % 60);
    ascii(':');
    twoDigits(secondOfDay % 60);
  }

  public void year(long year) {
    if (year < 0 || year > YEAR_MAX) {
      throw new IllegalArgumentException("year " + year + ": only 0 to 9999 have four digits");
    }
    twoDigits(year / 100);
    twoDigits(year % 100);
  }

  public void twoDigits(long value) {
    room(2);
    bytes[size++] = (byte) ('0' + value / 10);
    bytes[size++] = (byte) ('0' + value % 10);
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), bytes.length * 2));
    }
  }
}
