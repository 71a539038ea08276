package dev.roastery.common.journal;

import dev.roastery.common.fault.CrashPoint;
import dev.roastery.common.journal.format.FileHead;
import dev.roastery.common.journal.format.FileKind;
import dev.roastery.common.journal.format.Frames;
import dev.roastery.common.journal.succession.EpochWriter;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The journal of one epoch, being written: segments of {@link Frames}, in groups.
 *
 * <p>A group is what one force makes safe. It is within one segment and begins with a GROUP frame,
 * whose presence proves that everything before it was forced. So a crash can damage only the last
 * group of the last segment; any other damage is bit rot.
 */
final class ChunkBuffer {

  private final EpochWriter epoch;
  private final long segmentBytes;
  private final Frames frames;
  private final Deque<Long> bases = new ArrayDeque<>();
  private SegmentWriter segment;
  private boolean groupIsOpen;

  /** Begins the epoch's journal with an empty segment, which is safe when this returns. */
  ChunkBuffer(EpochWriter epoch, long position, long segmentBytes) {
    this.epoch = epoch;
    this.segmentBytes = segmentBytes;
    this.frames = new Frames(epoch.origin());
    this.segment = new SegmentWriter(epoch, position);
    writeHead(position);
    segment.force();
  }

  /** Where the next frame comes. */
  long position() {
    return segment.end();
  }

  /** What is on disk, or soon will be. */
  long bytes() {
    return segment.end() - bases.getFirst();
  }

  void append(byte kind, byte[] body) {
    if (!groupIsOpen) {
      beginGroup();
    }
    put(kind, body);
  }

  private void beginGroup() {
    if (segment.length() >= segmentBytes) {
      roll();
    }
    groupIsOpen = true;
    put(Frames.GROUP, Frames.GROUP_BODY);
  }

  private void roll() {
    segment.close();
    long base = segment.end();
    segment = new SegmentWriter(epoch, base);
    writeHead(base);
    epoch.crash().reached(CrashPoint.SEGMENT_ROLLED);
  }

  /** Ends the segment, however short it is. The next one is safe when this returns. */
  void beginSegment() {
    force();
    roll();
    segment.force();
  }

  private void put(byte kind, byte[] body) {
    segment.put(frames.head(segment.end(), kind, body));
    segment.put(body);
  }

  /** Makes all that was appended survive a power loss. */
  void force() {
    if (!groupIsOpen) {
      return;
    }
    segment.flush();
    epoch.crash().reached(CrashPoint.APPENDED_BEFORE_FORCE);
    segment.force();
    groupIsOpen = false;
    epoch.crash().reached(CrashPoint.FORCED_BEFORE_ACK);
  }

  /** Deletes the segments that end before the position. */
  void trimBefore(long position) {
    while (bases.size() > 1 && secondBase() <= position) {
      epoch.delete(FileKind.SEGMENT.fileName(bases.removeFirst()));
      epoch.crash().reached(CrashPoint.WITHIN_TRIM);
    }
  }

  private long secondBase() {
    return bases.stream().skip(1).findFirst().orElseThrow();
  }

  void close() {
    segment.close();
  }

  private void writeHead(long base) {
    segment.put(new FileHead(FileKind.SEGMENT, epoch.origin(), base).bytes());
    segment.flush();
    epoch.sync();
    bases.addLast(base);
  }
}
