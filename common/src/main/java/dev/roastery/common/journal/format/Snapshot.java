package dev.roastery.common.journal.format;

import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.spill.SpilledFile;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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
 *
 * In version 2, between ledger and state: the length of what follows (4 bytes), and for each
 * spilled file that the state refers to its name, length (8) and CRC-32C (4).
 */
public record Snapshot(FileHead head, Ledger ledger, List<SpilledFile> spilled, byte[] state) {

  public Snapshot {
    spilled = List.copyOf(spilled);
  }

  /** The file, in pieces to be written one after the other; the state is not copied. */
  public static List<ByteBuffer> pieces(
      FileHead head, byte[] ledger, List<SpilledFile> spilled, List<byte[]> state) {
    byte[] before = (spilled.isEmpty() ? head : head.referring()).bytes();
    byte[] references = references(spilled);
    int middle = 4 + ledger.length + references.length;
    ByteBuffer first = ByteBuffer.allocate(before.length + 8 + middle);
    first.put(before).putLong(middle + state.stream().mapToLong(piece -> piece.length).sum());
    first.putInt(ledger.length).put(ledger).put(references).flip();
    CRC32C crc = new CRC32C();
    crc.update(first.array());
    state.forEach(crc::update);
    ByteBuffer last = ByteBuffer.allocate(4).putInt((int) crc.getValue()).flip();
    List<ByteBuffer> pieces = new ArrayList<>(List.of(first));
    state.forEach(piece -> pieces.add(ByteBuffer.wrap(piece)));
    pieces.add(last);
    return pieces;
  }

  private static byte[] references(List<SpilledFile> spilled) {
    if (spilled.isEmpty()) {
      return new byte[0];
    }
    byte[] each =
        DataBytes.bytes(out -> {
          for (SpilledFile file : spilled) {
            file.write(out);
          }
        });
    return ByteBuffer.allocate(4 + each.length).putInt(each.length).put(each).array();
  }

  private static List<SpilledFile> references(FileHead head, ByteBuffer content)
      throws IOException {
    List<SpilledFile> spilled = new ArrayList<>();
    if (head.isReferring()) {
      byte[] each = new byte[content.getInt()];
      content.get(each);
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(each));
      while (in.available() > 0) {
        spilled.add(SpilledFile.read(in));
      }
    }
    return spilled;
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
    try {
      List<SpilledFile> spilled = references(head, content);
      byte[] state = Arrays.copyOfRange(file, content.position(), file.length - 4);
      return new Snapshot(head, Ledger.of(ledger), spilled, state);
    } catch (IOException e) {
      throw damaged(path, "its ledger cannot be read, " + e);
    }
  }

  private static DamagedException damaged(String path, String how) {
    return new DamagedException(FatalReason.SNAPSHOT_CORRUPT, path + ": " + how);
  }
}
