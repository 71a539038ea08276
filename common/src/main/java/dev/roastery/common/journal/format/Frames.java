package dev.roastery.common.journal.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The frames of one origin's journal.
 *
 * <pre>
 *   0   4  length of what follows the checksum, from 1
 *   4   4  CRC-32C of: origin, position of this frame, length, and what follows
 *   8   1  kind
 *   9   .  body
 * </pre>
 *
 * <p>Because the checksum covers where the frame belongs, a frame of another partition, epoch or
 * offset is a bad frame (D12). A group commit begins with a frame of kind GROUP: it is written only
 * after all before it was forced, so where a good one stands, nothing before it may be bad (D08).
 */
public final class Frames {

  public static final int HEAD = 8;

  /** 16 MiB for a message and 64 KiB for the rest. No longer one is believed, or allocated. */
  public static final int LENGTH_MAX = (16 << 20) + (64 << 10);

  /** The first frame of a group. */
  public static final byte GROUP = 0;

  /** A message that was received, as it came. */
  public static final byte CHUNK = 1;

  /** A send that the broker has confirmed: its job and its name. */
  public static final byte SEND_ACKNOWLEDGED = 2;

  /** The message in work, in a stage that commits message by message. */
  public static final byte PROCESSING = 3;

  /** No message is in work. */
  public static final byte PROCESSING_CLEARED = 4;

  /** A record of a spilled file. */
  public static final byte SPILLED = 5;

  private static final long GROUP_MAGIC = Magic.of("RSTGROUP");

  /** Of a frame of kind GROUP, all of it. */
  public static final int GROUP_FRAME_BYTES = HEAD + 1 + 8;

  public static final byte[] GROUP_BODY = ByteBuffer.allocate(8).putLong(GROUP_MAGIC).array();

  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final ByteBuffer salt;
  private final int saltBytes;
  private final CRC32C crc = new CRC32C();

  public Frames(Origin origin) {
    byte[] owner = origin.bytes();
    saltBytes = owner.length;
    salt = ByteBuffer.allocate(saltBytes + 8 + 4).put(owner);
  }

  /** What comes before the body of a frame. */
  public byte[] head(long position, byte kind, byte[] body) {
    int length = 1 + body.length;
    begin(position, length);
    crc.update(kind);
    crc.update(body);
    int sum = (int) crc.getValue();
    return ByteBuffer.allocate(HEAD + 1).putInt(length).putInt(sum).put(kind).array();
  }

  /** How many bytes the frame at {@code offset} says it has; 0 when that cannot be. */
  public static int claimed(byte[] file, int offset) {
    if (file.length - offset < HEAD) {
      return 0;
    }
    int length = (int) INT.get(file, offset);
    return length < 1 || length > LENGTH_MAX ? 0 : HEAD + length;
  }

  /** The length field of the frame at {@code offset}; 0 when there is no good frame. */
  public int lengthOfGood(byte[] file, int offset, long position) {
    if (file.length - offset < HEAD) {
      return 0;
    }
    int length = (int) INT.get(file, offset);
    if (length < 1 || length > LENGTH_MAX || length > file.length - offset - HEAD) {
      return 0;
    }
    begin(position, length);
    crc.update(file, offset + HEAD, length);
    return (int) crc.getValue() == (int) INT.get(file, offset + 4) ? length : 0;
  }

  /** Whether a group begins after the offset: then all that is before it had been forced. */
  public boolean groupBeginsAfter(byte[] file, int offset, long base) {
    for (int magic = offset + HEAD + 2; magic <= file.length - 8; magic++) {
      int start = magic - HEAD - 1;
      if ((long) LONG.get(file, magic) == GROUP_MAGIC
          && lengthOfGood(file, start, base + start) == 1 + GROUP_BODY.length
          && file[start + HEAD] == GROUP) {
        return true;
      }
    }
    return false;
  }

  private void begin(long position, int length) {
    salt.putLong(saltBytes, position).putInt(saltBytes + 8, length);
    crc.reset();
    crc.update(salt.array());
  }
}
