package dev.roastery.common.journal.objects;

import static dev.roastery.common.fault.FatalReason.SNAPSHOT_CORRUPT;

import dev.roastery.common.journal.format.Origin;
import dev.roastery.common.journal.format.SpillFormat;
import dev.roastery.common.spill.SpilledFile;
import dev.roastery.common.storage.object.ObjectName;
import dev.roastery.common.storage.object.PatientStore;
import dev.roastery.common.storage.object.StoreException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;

/** Reads all the pieces of spilled files that a snapshot refers to. */
final class SpilledCheck {

  private final PatientStore store;
  private final EpochNames names;
  private final Damages damages;
  private final Set<SpilledFile> checked = new HashSet<>();

  SpilledCheck(PatientStore store, EpochNames names, Damages damages) {
    this.store = store;
    this.names = names;
    this.damages = damages;
  }

  void check(SpilledFile file, Origin of) throws StoreException {
    if (!checked.add(file)) {
      return;
    }
    byte[] head = SpillFormat.of(file.name(), of).head();
    CRC32C checksum = new CRC32C();
    boolean isItsOwn = true;
    long length = 0;
    for (int piece = 0; length < file.length(); piece++) {
      ObjectName name = names.spilled(file.name(), piece);
      Optional<byte[]> bytes = store.getExisting(name);
      if (bytes.isEmpty() || bytes.get().length == 0) {
        damages.missing(name, SNAPSHOT_CORRUPT, "a snapshot refers to it");
        return;
      }
      isItsOwn &= piece > 0 || startsWith(bytes.get(), head);
      checksum.update(bytes.get());
      length += bytes.get().length;
    }
    if (!isItsOwn || length != file.length() || (int) checksum.getValue() != file.checksum()) {
      damages.damaged(
          names.spilled(file.name(), 0),
          SNAPSHOT_CORRUPT,
          "it, or a piece behind it, is not the file that a snapshot refers to");
    }
  }

  private static boolean startsWith(byte[] piece, byte[] head) {
    return piece.length >= head.length
        && Arrays.equals(piece, 0, head.length, head, 0, head.length);
  }
}
