package dev.roastery.common.journal.objects;

import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.FileHead;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.journal.format.Origin;
import java.util.Optional;

/**
 * What a successor creates under the name that the next group of an epoch must have: a {@link
 * FileHead} and no more, of the successor's origin. An owner that meets it is fenced: it wrote
 * nothing, and never will.
 */
record Seal(Origin successor, long position) {

  /** No group is as short as that: it has a head as well, and frames behind it. */
  static final int BYTES_MAX = 1 << 10;

  byte[] bytes() {
    return new FileHead(FileKind.SEAL, successor, position).bytes();
  }

  /** The seal that these bytes are; nothing when they are a segment. */
  static Optional<Seal> of(byte[] bytes) {
    try {
      FileHead head = FileHead.read(FileKind.SEAL, "", bytes);
      return Optional.of(new Seal(head.origin(), head.position()));
    } catch (DamagedException _) {
      return Optional.empty();
    }
  }
}
