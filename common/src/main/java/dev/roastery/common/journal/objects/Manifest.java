package dev.roastery.common.journal.objects;

import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.FileHead;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.journal.format.Origin;
import java.nio.ByteBuffer;

/**
 * An entry in the log of an epoch, {@code manifest-1}, {@code manifest-2} and so on without a gap:
 * each is created once and never deleted, so the last one that was created is the one that counts.
 * After the {@link FileHead}, whose position is the entry's number:
 *
 * <pre>
 *   0   1  kind: 1 a snapshot, 2 the end of the epoch
 *   1   8  the snapshot's position in the journal, or where the epoch's journal ends
 *   9   8  0, or the epoch that goes on from there
 *  17   4  CRC-32C of the whole object before
 * </pre>
 *
 * The object {@code first} is the end of an epoch 0, which holds nothing.
 */
record Manifest(Origin origin, long number, Entry entry) {

  private static final byte SAVED = 1;
  private static final byte SEALED = 2;
  private static final int ENTRY_BYTES = 1 + 8 + 8;

  sealed interface Entry {}

  /** There is a snapshot of that number, and the owner may delete what only older ones need. */
  record Saved(long position) implements Entry {}

  /** The epoch ends there, and has one successor. */
  record Sealed(long end, long successor) implements Entry {}

  byte[] bytes() {
    byte[] head = new FileHead(FileKind.MANIFEST, origin, number).bytes();
    ByteBuffer all = ByteBuffer.allocate(head.length + ENTRY_BYTES + 4).put(head);
    switch (entry) {
      case Saved(long position) -> all.put(SAVED).putLong(position).putLong(0);
      case Sealed(long end, long successor) -> all.put(SEALED).putLong(end).putLong(successor);
    }
    return all.putInt(FileHead.checksum(all.array(), all.position())).array();
  }

  /** {@code path} is for the words only. */
  static Manifest read(String path, byte[] bytes) throws DamagedException {
    FileHead head = FileHead.read(FileKind.MANIFEST, path, bytes);
    int begin = head.length();
    if (bytes.length != begin + ENTRY_BYTES + 4) {
      throw damaged(path);
    }
    ByteBuffer rest = ByteBuffer.wrap(bytes).position(begin);
    byte kind = rest.get();
    long position = rest.getLong();
    long successor = rest.getLong();
    if (rest.getInt() != FileHead.checksum(bytes, bytes.length - 4)) {
      throw damaged(path);
    }
    return switch (kind) {
      case SAVED -> new Manifest(head.origin(), head.position(), new Saved(position));
      case SEALED -> new Manifest(head.origin(), head.position(), new Sealed(position, successor));
      default -> throw damaged(path);
    };
  }

  private static DamagedException damaged(String path) {
    return new DamagedException(
        FatalReason.JOURNAL_CORRUPT,
        path + ": it fails its checksum. Restore the bucket, or give the partition up");
  }
}
