package dev.roastery.common.message.bytes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.UUID;
import java.util.zip.CRC32C;

/** A growing array of bytes. Numbers are little-endian; a UUID is as it is written. */
public final class WireWriter {

  /** Of a stream, a partition or a column. An id with it still fits AMQP's 255 bytes. */
  public static final int NAME_BYTES_MAX = 160;

  public static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  public static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes;
  private int at;

  public WireWriter(int expectedBytes) {
    bytes = new byte[expectedBytes];
  }

  public void uint8(int value) {
    reserve(1);
    bytes[at++] = (byte) value;
  }

  public void int32(int value) {
    reserve(4);
    INT.set(bytes, at, value);
    at += 4;
  }

  public void int64(long value) {
    reserve(8);
    LONG.set(bytes, at, value);
    at += 8;
  }

  public void uuid(UUID id) {
    int64(Long.reverseBytes(id.getMostSignificantBits()));
    int64(Long.reverseBytes(id.getLeastSignificantBits()));
  }

  public void bytes(byte[] from, int start, int count) {
    reserve(count);
    System.arraycopy(from, start, bytes, at, count);
    at += count;
  }

  /** A name: one byte of length, then UTF-8. */
  public void name(String name) {
    byte[] text = utf8(name, NAME_BYTES_MAX, "name");
    uint8(text.length);
    bytes(text, 0, text.length);
  }

  /** A longer text: four bytes of length, then UTF-8. */
  public void text(byte[] text) {
    int32(text.length);
    bytes(text, 0, text.length);
  }

  /** The bits of {@code values[i] - base}, {@code width} of each, the lowest first. */
  void packed(long[] values, int count, long base, int width) {
    reserve(Packed.bytes(count, width) + Long.BYTES);
    int to = at;
    long word = 0;
    int filled = 0;
    for (int i = 0; i < count; i++) {
      long value = values[i] - base;
      word |= value << filled;
      filled += width;
      if (filled >= Long.SIZE) {
        LONG.set(bytes, to, word);
        to += Long.BYTES;
        filled -= Long.SIZE;
        word = filled == 0 ? 0 : value >>> (width - filled);
      }
    }
    LONG.set(bytes, to, word);
    at += Packed.bytes(count, width);
  }

  /** The CRC-32C of all bytes so far. */
  public void checksum() {
    int32(checksum(bytes, at));
  }

  public byte[] toBytes() {
    return Arrays.copyOf(bytes, at);
  }

  public static byte[] utf8(String text, int bytesMax, String what) {
    byte[] bytes = text.getBytes(UTF_8);
    if (bytes.length > bytesMax) {
      throw new IllegalArgumentException(
          "a " + what + " of " + bytes.length + " bytes: at most " + bytesMax);
    }
    return bytes;
  }

  private void reserve(int count) {
    if (count > bytes.length - at) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(at, count), bytes.length * 2));
    }
  }

  public static int checksum(byte[] bytes, int end) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, end);
    return (int) crc.getValue();
  }
}
