package dev.roastery.common.journal.format;

import dev.roastery.common.fault.FatalReason;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * How every file of an epoch begins. Numbers are big-endian.
 *
 * <pre>
 *   0   8  magic: RSTSEGMT, RSTSNAPS, RSTSPILL, RSTMANIF or RSTSEALS
 *   8   4  format version: 1; 2 of a snapshot that refers to spilled files
 *  12   4  CRC-32C of the 12 bytes before: these 16 bytes are the same in every version, so that a newer version is distinguished from a flipped bit
 *  16  16  volume id
 *  32   8  epoch
 *  40   2  n, the length of the partition's name
 *  42   n  the partition's name, UTF-8
 *  +0   8  position in the journal
 *  +8   4  CRC-32C of all before
 * </pre>
 */
public record FileHead(FileKind kind, Origin origin, long position, int version) {

  /** Of every file that a program before spilled files could have written. */
  private static final int PLAIN = 1;

  /** Of a snapshot that refers to spilled files. */
  static final int REFERRING = 2;

  private static final int VERSION_MAX = REFERRING;

  private static final int PREAMBLE = 16;

  public FileHead(FileKind kind, Origin origin, long position) {
    this(kind, origin, position, PLAIN);
  }

  /** The same of a file that refers to spilled files. */
  FileHead referring() {
    return new FileHead(kind, origin, position, REFERRING);
  }

  boolean isReferring() {
    return version == REFERRING;
  }

  public byte[] bytes() {
    byte[] owner = origin.bytes();
    ByteBuffer head = ByteBuffer.allocate(PREAMBLE + owner.length + 8 + 4);
    head.putLong(kind.magic()).putInt(version).putInt(checksum(head.array(), 12));
    head.put(owner).putLong(position);
    return head.putInt(checksum(head.array(), head.position())).array();
  }

  public int length() {
    return bytes().length;
  }

  /** Reads the head of {@code file}; {@code path} is for the words only. */
  public static FileHead read(FileKind kind, String path, byte[] file) throws DamagedException {
    ByteBuffer head = ByteBuffer.wrap(file);
    if (file.length < PREAMBLE + 16 + 8 + 2
        || head.getLong(0) != kind.magic()
        || head.getInt(12) != checksum(file, 12)) {
      throw damaged(kind, path);
    }
    if (head.getInt(8) > VERSION_MAX) {
      throw new DamagedException(FatalReason.FORMAT_TOO_NEW, tooNew(path, head.getInt(8)));
    }
    int nameLength = Short.toUnsignedInt(head.getShort(40));
    int checked = PREAMBLE + 16 + 8 + 2 + nameLength + 8;
    if (file.length < checked + 4 || head.getInt(checked) != checksum(file, checked)) {
      throw damaged(kind, path);
    }
    Origin origin = Origin.take(head.position(PREAMBLE));
    return new FileHead(kind, origin, head.getLong(), head.getInt(8));
  }

  private static DamagedException damaged(FileKind kind, String path) {
    return new DamagedException(
        kind.whenDamaged(), path + " at offset 0: its head is cut off or fails its checksum");
  }

  private static String tooNew(String path, int version) {
    return path
        + " has format version "
        + version
        + ", and this program knows none above "
        + VERSION_MAX
        + ": start the version that wrote it, or a later one; nothing was changed";
  }

  public static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
