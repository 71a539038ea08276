package dev.roastery.common.message.bytes;

import static dev.roastery.common.message.bytes.WireWriter.INT;
import static dev.roastery.common.message.bytes.WireWriter.LONG;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.message.bytes.WireException.Reason;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.UUID;

/** Reads what {@link WireWriter} wrote, up to {@code end}; never trusts a length. */
public final class WireReader {

  private final byte[] bytes;
  private final int end;
  private int at;

  /** The most that decoded rows may take: packed rows can be small and yet huge. */
  public static final int DECODED_BYTES_MAX = 64 << 20;

  private long allowance = DECODED_BYTES_MAX;

  public WireReader(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.at = start;
    this.end = end;
  }

  /** Skips {@code count} bytes, if that many remain, and returns where they start. */
  public int skip(long count) throws WireException {
    require(count);
    int start = at;
    at += (int) count;
    return start;
  }

  public void require(long count) throws WireException {
    if (count < 0 || count > end - at) {
      throw new WireException(
          Reason.TOO_SHORT, count + " bytes are due at byte " + at + ", " + (end - at) + " remain");
    }
  }

  /** Call this before allocating that much memory for decoded rows. */
  public void claim(long count) throws WireException {
    if (count > allowance) {
      throw tooLarge();
    }
    allowance -= count;
  }

  public byte[] array() {
    return bytes;
  }

  public int uint8() throws WireException {
    return bytes[skip(1)] & 0xff;
  }

  public int int32() throws WireException {
    return (int) INT.get(bytes, skip(Integer.BYTES));
  }

  public long int64() throws WireException {
    return (long) LONG.get(bytes, skip(Long.BYTES));
  }

  public UUID uuid() throws WireException {
    return new UUID(Long.reverseBytes(int64()), Long.reverseBytes(int64()));
  }

  public byte[] bytes(long count) throws WireException {
    int start = skip(count);
    return Arrays.copyOfRange(bytes, start, at);
  }

  public byte[] rest() {
    byte[] rest = Arrays.copyOfRange(bytes, at, end);
    at = end;
    return rest;
  }

  public String name() throws WireException {
    return utf8(uint8(), WireWriter.NAME_BYTES_MAX);
  }

  public String text(int bytesMax) throws WireException {
    return utf8(int32(), bytesMax);
  }

  /** All must have been read. */
  public void finish() throws WireException {
    if (at != end) {
      throw malformed((end - at) + " bytes too many");
    }
  }

  public WireException tooLarge() {
    return new WireException(
        Reason.TOO_LARGE, "rows that take more than " + DECODED_BYTES_MAX + " bytes");
  }

  public WireException malformed(String what) {
    return new WireException(Reason.MALFORMED, what + ", before byte " + at);
  }

  private String utf8(int count, int bytesMax) throws WireException {
    if (count > bytesMax) {
      throw malformed("a text of " + count + " bytes, at most " + bytesMax);
    }
    int start = skip(count);
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, start, count)).toString();
    } catch (CharacterCodingException e) {
      throw new WireException(Reason.MALFORMED, "invalid UTF-8 at byte " + start, e);
    }
  }
}
