package dev.roastery.common.journal.recovery;

import static dev.roastery.common.fault.FatalReason.JOURNAL_CORRUPT;

import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.DataBytes;
import dev.roastery.common.journal.format.EpochFiles;
import dev.roastery.common.journal.format.FileHead;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.journal.format.Frames;
import dev.roastery.common.journal.format.Ledger;
import dev.roastery.common.journal.format.Origin;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Reads an epoch's journal from a position onwards into a ledger and a list of chunks.
 *
 * <pre>
 *  a frame, or a segment's head, is bad, and ...                  what happened      answer
 *  ------------------------------------------------------------   ----------------   ---------
 *  a segment follows (it was made after all here was forced)      bit rot            corrupt
 *  a good GROUP frame follows (written after all was forced)      bit rot            corrupt
 *  a snapshot's name is a position after it (likewise)            bit rot            corrupt
 *  none of these: it is in the last group                         torn write (or     cut, and
 *                                                                 rot of that group) reported
 * </pre>
 *
 * <p>The causes in the last row cannot be distinguished here. Bit rot there shows as missing
 * batches.
 */
final class JournalReader {

  private final EpochFiles files;
  private final Origin origin;
  private final Frames frames;
  private final int headLength;
  private final Ledger ledger;
  private final List<byte[]> chunks = new ArrayList<>();
  private final List<RecoveryReport.Finding> findings = new ArrayList<>();
  private final long vouched;
  private long end;

  /**
   * @param vouched the position of the newest snapshot by its name, readable or not: the journal
   *     was forced up to there before that name was given
   */
  JournalReader(EpochFiles files, Origin origin, Ledger ledger, long vouched) {
    this.files = files;
    this.origin = origin;
    this.frames = new Frames(origin);
    this.headLength = new FileHead(FileKind.SEGMENT, origin, 0).length();
    this.ledger = ledger;
    this.vouched = vouched;
  }

  void readFrom(long position) throws DamagedException {
    List<Long> bases = files.segments();
    long first =
        bases.stream()
            .filter(base -> base <= position)
            .max(Long::compare)
            .orElseThrow(() -> corrupt(files.directory(), "no segment for position " + position));
    end = position;
    for (int i = bases.indexOf(first); i < bases.size(); i++) {
      long base = bases.get(i);
      boolean last = i == bases.size() - 1;
      readSegment(base, last);
      if (!last && bases.get(i + 1) != end) {
        throw corrupt(
            files.directory(), "no segment for positions " + end + " to " + bases.get(i + 1));
      }
    }
    if (end < vouched) {
      throw corrupt(files.directory(), "the journal ends at " + end + ", before a snapshot does");
    }
  }

  List<byte[]> chunks() {
    return chunks;
  }

  List<RecoveryReport.Finding> findings() {
    return findings;
  }

  long end() {
    return end;
  }

  private void readSegment(long base, boolean last) throws DamagedException {
    String path = files.path(FileKind.SEGMENT, base);
    byte[] file = files.read(path);
    int offset = Math.toIntExact(end - base);
    if (offset == 0 && hasGoodHead(path, file, base)) {
      offset = headLength;
    }
    if (offset > file.length) {
      throw corrupt(path + " at offset " + file.length, "cut off before position " + end);
    }
    int length = offset == 0 ? 0 : frames.lengthOfGood(file, offset, base + offset);
    while (length > 0) {
      apply(path, file, offset + Frames.HEAD, length);
      offset += Frames.HEAD + length;
      length = frames.lengthOfGood(file, offset, base + offset);
    }
    end = base + offset;
    if (offset < file.length) {
      cut(path, file, base, last);
    }
  }

  private boolean hasGoodHead(String path, byte[] file, long base) throws DamagedException {
    try {
      return FileHead.read(FileKind.SEGMENT, path, file)
          .equals(new FileHead(FileKind.SEGMENT, origin, base));
    } catch (DamagedException e) {
      if (e.reason() != JOURNAL_CORRUPT) {
        throw e;
      }
      return false;
    }
  }

  /**
   * The journal is damaged at {@code end}: see the table above. A segment's head is forced with its
   * first group, so that group does not prove that the head was durable.
   */
  private void cut(String path, byte[] file, long base, boolean last) throws DamagedException {
    int offset = (int) (end - base);
    if (!last
        || end < vouched
        || frames.groupBeginsAfter(file, Math.max(offset, headLength), base)) {
      throw corrupt(
          path + " at offset " + offset,
          "damaged, although a later group proves that it was durable");
    }
    findings.add(new RecoveryReport.TornTail(path, offset, file.length - offset));
  }

  private void apply(String path, byte[] file, int offset, int length) throws DamagedException {
    byte kind = file[offset];
    byte[] body = Arrays.copyOfRange(file, offset + 1, offset + length);
    switch (kind) {
      case Frames.GROUP -> {}
      case Frames.CHUNK -> chunks.add(body);
      case Frames.SEND_ACKNOWLEDGED -> acknowledge(path, offset, body);
      case Frames.PROCESSING -> ledger.process(body);
      case Frames.PROCESSING_CLEARED -> ledger.clearProcessing();
      default -> throw corrupt(path + " at offset " + offset, "a frame of unknown kind " + kind);
    }
  }

  private void acknowledge(String path, int offset, byte[] body) throws DamagedException {
    try {
      DataBytes.read(body, this::acknowledge);
    } catch (IOException e) {
      throw corrupt(path + " at offset " + offset, "an invalid acknowledged send, " + e);
    }
  }

  private boolean acknowledge(DataInputStream in) throws IOException {
    ledger.acknowledge(DataBytes.readJob(in), in.readUTF());
    return true;
  }

  private static DamagedException corrupt(String where, String what) {
    return new DamagedException(
        JOURNAL_CORRUPT,
        where
            + ": "
            + what
            + ". This is damage, not an incomplete write; nothing was changed. Restore the volume,"
            + " or submit its jobs again");
  }
}
