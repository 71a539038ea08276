package dev.roastery.common.journal.recovery;

import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.EpochFiles;
import dev.roastery.common.journal.format.Origin;
import dev.roastery.common.journal.format.SpillFormat;
import dev.roastery.common.spill.SpilledFile;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * Whether a spilled file is what a snapshot says of it. Without one of its files a snapshot is as
 * unreadable as with a flipped bit of its own: the one before it may make up for it.
 */
final class SpillCheck {

  private static final int PIECE_BYTES = 1 << 20;

  private SpillCheck() {}

  static void check(EpochFiles files, Origin there, SpilledFile file) throws DamagedException {
    String path = files.directory() + "/" + file.name();
    if (!files.names().contains(file.name())) {
      throw damaged(path, "a snapshot refers to it, and it is gone");
    }
    byte[] head = SpillFormat.of(file.name(), there).head();
    CRC32C checksum = new CRC32C();
    long length = 0;
    boolean isItsOwn = false;
    for (byte[] piece = files.read(path, 0, PIECE_BYTES);
        piece.length > 0;
        piece = files.read(path, length, PIECE_BYTES)) {
      isItsOwn |= length == 0 && startsWith(piece, head);
      checksum.update(piece);
      length += piece.length;
    }
    if (!isItsOwn || length != file.length() || (int) checksum.getValue() != file.checksum()) {
      throw damaged(path, "it is not the file that a snapshot refers to");
    }
  }

  private static boolean startsWith(byte[] piece, byte[] head) {
    return piece.length >= head.length
        && Arrays.equals(piece, 0, head.length, head, 0, head.length);
  }

  private static DamagedException damaged(String path, String how) {
    return new DamagedException(FatalReason.SNAPSHOT_CORRUPT, path + ": " + how);
  }
}
