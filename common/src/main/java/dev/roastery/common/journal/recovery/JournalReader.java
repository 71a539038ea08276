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
import java.util.List;

/**
 * Reads an epoch's journal from a position onwards into a ledger and a list of chunks, of which
 * only the places are kept.
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
  private final BufferedChunks chunks;
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
    this.chunks = new BufferedChunks(files);
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

  BufferedChunks chunks() {
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
    SegmentWindow file = new SegmentWindow(files, frames, path, base);
    long offset = end - base;
    if (offset == 0 && hasGoodHead(file, base)) {
      offset = headLength;
    }
    long fileLength = file.length();
    if (offset > fileLength) {
      throw corrupt(path + " at offset " + fileLength, "cut off before position " + end);
    }
    int length = offset == 0 ? 0 : file.lengthOfGood(offset);
    while (length > 0) {
      apply(file, base, offset + Frames.HEAD, length);
      offset += Frames.HEAD + length;
      length = file.lengthOfGood(offset);
    }
    end = base + offset;
    if (offset < file.length()) {
      cut(file, base, last);
    }
  }

  private boolean hasGoodHead(SegmentWindow file, long base) throws DamagedException {
    try {
      return FileHead.read(FileKind.SEGMENT, file.path(), file.head())
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
  private void cut(SegmentWindow file, long base, boolean last) throws DamagedException {
    long offset = end - base;
    if (!last || end < vouched || file.groupBeginsAfter(Math.max(offset, headLength))) {
      throw corrupt(
          file.path() + " at offset " + offset,
          "damaged, although a later group proves that it was durable");
    }
    findings.add(new RecoveryReport.TornTail(file.path(), offset, file.length() - offset));
  }

  private void apply(SegmentWindow file, long base, long offset, int length)
      throws DamagedException {
    byte kind = file.kind(offset);
    if (kind == Frames.CHUNK) {
      chunks.add(base, offset + 1, length - 1);
      return;
    }
    byte[] body = file.bytes(offset + 1, length - 1);
    switch (kind) {
      case Frames.GROUP -> {}
      case Frames.SEND_ACKNOWLEDGED -> acknowledge(file.path(), offset, body);
      case Frames.PROCESSING -> ledger.process(body);
      case Frames.PROCESSING_CLEARED -> ledger.clearProcessing();
      default ->
          throw corrupt(file.path() + " at offset " + offset, "a frame of unknown kind " + kind);
    }
  }

  private void acknowledge(String path, long offset, byte[] body) throws DamagedException {
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

  static DamagedException corrupt(String where, String what) {
    return new DamagedException(
        JOURNAL_CORRUPT,
        where
            + ": "
            + what
            + ". This is damage, not an incomplete write; nothing was changed. Restore the volume,"
            + " or give it up and run its jobs again");
  }
}
