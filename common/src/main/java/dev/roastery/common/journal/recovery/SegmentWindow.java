package dev.roastery.common.journal.recovery;

import dev.roastery.common.journal.format.DamagedException;
import dev.roastery.common.journal.format.EpochFiles;
import dev.roastery.common.journal.format.Frames;

/**
 * Looks at a segment a piece at a time, so that reading one of any length takes the memory of one
 * frame. What a stale owner adds meanwhile was never acknowledged, and is not looked at.
 */
final class SegmentWindow {

  private static final int PIECE_BYTES = 256 << 10;

  private final EpochFiles files;
  private final Frames frames;
  private final String path;
  private final long base;
  private final long length;
  private byte[] piece = {};

  /** Where in the file the piece begins. */
  private long start;

  /** Whether the file had no more behind the piece. */
  private boolean isLast;

  SegmentWindow(EpochFiles files, Frames frames, String path, long base) throws DamagedException {
    this.files = files;
    this.frames = frames;
    this.path = path;
    this.base = base;
    this.length = files.size(path);
  }

  String path() {
    return path;
  }

  /** The beginning of the file. */
  byte[] head() throws DamagedException {
    load(0, PIECE_BYTES);
    return piece;
  }

  /** The length field of the frame at the offset; 0 when there is no good frame. */
  int lengthOfGood(long offset) throws DamagedException {
    if (!holds(offset, Frames.HEAD)) {
      load(offset, PIECE_BYTES);
    }
    int claimed = Frames.claimed(piece, at(offset));
    if (claimed > 0 && !holds(offset, claimed)) {
      load(offset, Math.max(PIECE_BYTES, claimed));
    }
    return frames.lengthOfGood(piece, at(offset), base + offset);
  }

  /** Bytes of the good frame that was looked at last. */
  byte[] bytes(long offset, int count) {
    byte[] bytes = new byte[count];
    System.arraycopy(piece, at(offset), bytes, 0, count);
    return bytes;
  }

  byte kind(long offset) {
    return piece[at(offset)];
  }

  long length() {
    return length;
  }

  /** Whether a group begins after the offset: then all that is before it had been forced. */
  boolean groupBeginsAfter(long offset) throws DamagedException {
    long from = offset;
    do {
      load(from, PIECE_BYTES);
      if (frames.groupBeginsAfter(piece, 0, base + from)) {
        return true;
      }
      from += PIECE_BYTES - 2 * Frames.GROUP_FRAME_BYTES;
    } while (!isLast);
    return false;
  }

  private boolean holds(long offset, int count) {
    return offset >= start && (offset + count <= start + piece.length || isLast) && at(offset) >= 0;
  }

  private int at(long offset) {
    return (int) Math.min(offset - start, piece.length);
  }

  private void load(long offset, int count) throws DamagedException {
    int left = (int) Math.clamp(length - offset, 0L, (long) count);
    piece = files.read(path, offset, left);
    start = offset;
    isLast = offset + count >= length;
  }
}
