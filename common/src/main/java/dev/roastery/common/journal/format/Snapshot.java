package dev.roastery.common.journal.format;

import dev.roastery.common.fault.FatalReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * All that a partition knew at a position of its journal. After the {@link FileHead}:
 *
 * <pre>
 *   0   8  n, the length of the rest before the checksum
 *   8   4  m, the length of the ledger
 *  12   m  the ledger: processed ids, acknowledged sends, the message in work
 *  +0   .  the working state
 *   n   4  CRC-32C of the whole file before
 * </pre>
 */
public record Snapshot(FileHead head, Ledger ledger, byte[] state) {

  /** The file, in pieces to be written one after the other; the state is not copied. */
  public static ByteBuffer[] pieces(FileHead head, byte[] ledger, byte[] state) {
    byte[] before = head.bytes();
    ByteBuffer first = ByteBuffer.allocate(before.length + 8 + 4 + ledger.length);
    first.put(before).putLong(4L + ledger.length + state.length);
    first.putInt(ledger.length).put(ledger).flip();
    CRC32C crc = new CRC32C();
    crc.update(first.array());
    crc.update(state);
    ByteBuffer last = ByteBuffer.allocate(4).putInt((int) crc.getValue()).flip();
    return new ByteBuffer[] {first, ByteBuffer.wrap(state), last};
  }

  public static Snapshot read(String path, byte[] file) throws DamagedException {
    FileHead head = FileHead.read(FileKind.SNAPSHOT, path, file);
    int at = head.length();
    ByteBuffer content = ByteBuffer.wrap(file).position(at);
    if (content.remaining() < 8 + 4 + 4 || content.getLong() != file.length - at - 8L - 4) {
      throw damaged(path, "it is cut off");
    }
    if (content.getInt(file.length - 4) != FileHead.checksum(file, file.length - 4)) {
      throw damaged(path, "it fails its checksum");
    }
    byte[] ledger = new byte[content.getInt()];
    content.get(ledger);
    byte[] state = Arrays.copyOfRange(file, content.position(), file.length - 4);
    try {
      return new Snapshot(head, Ledger.of(ledger), state);
    } catch (IOException e) {
      throw damaged(path, "its ledger cannot be read, " + e);
    }
  }

  private static DamagedException damaged(String path, String how) {
    return new DamagedException(FatalReason.SNAPSHOT_CORRUPT, path + ": " + how);
  }
}
