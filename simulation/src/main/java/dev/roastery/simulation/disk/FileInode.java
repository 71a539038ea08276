package dev.roastery.simulation.disk;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The bytes of a file as one sees them, which of them were forced, and which are doomed: they can
 * be read, but are not on the platter and will never be written there.
 *
 * <pre>
 *   0 ............ forced ........ end of a write ........ end of a write = length
 *     durable              unsynced                unsynced
 * </pre>
 */
final class FileInode implements Inode {

  private static final int[] NOTHING = new int[0];

  private byte[] bytes;
  private int length;
  private int forced;
  private int[] writeEnds = NOTHING;
  private int writes;

  /** Pairs of from and to, ascending. */
  private int[] doomed = NOTHING;

  FileInode(byte[] durable) {
    bytes = durable;
    length = durable.length;
    forced = length;
  }

  int length() {
    return length;
  }

  int writes() {
    return writes;
  }

  int writeStart(int write) {
    return write == 0 ? forced : writeEnds[write - 1];
  }

  int writeEnd(int write) {
    return writeEnds[write];
  }

  byte[] read() {
    return Arrays.copyOf(bytes, length);
  }

  /** Appends the first {@code size} of these bytes. */
  void append(ByteBuffer source, int size) {
    if (size == 0) {
      return;
    }
    if (length + size > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + size, Math.max(256, 2 * bytes.length)));
    }
    source.get(bytes, length, size);
    length += size;
    if (writes == writeEnds.length) {
      writeEnds = Arrays.copyOf(writeEnds, Math.max(4, 2 * writes));
    }
    writeEnds[writes++] = length;
  }

  void force() {
    forced = length;
    writes = 0;
  }

  /** A force failed: the kernel marks the pages clean, and they will never be written. */
  void failForce() {
    doom(forced, length);
    force();
  }

  /** These bytes will not outlive the next power loss. */
  void doom(int from, int to) {
    if (from < to) {
      doomed = Arrays.copyOf(doomed, doomed.length + 2);
      doomed[doomed.length - 2] = from;
      doomed[doomed.length - 1] = to;
    }
  }

  /** Fills a sector with zeros, with noise, or with what stands before it in the file. */
  void trash(int from, int to, SplittableRandom random) {
    switch (random.nextInt(3)) {
      case 0 -> Arrays.fill(bytes, from, to, (byte) 0);
      case 1 -> {
        for (int i = from; i < to; i++) {
          bytes[i] = (byte) random.nextInt();
        }
      }
      default -> {
        int misplaced = random.nextInt(from + 1);
        System.arraycopy(bytes, misplaced, bytes, from, to - from);
      }
    }
  }

  /** The power is gone: doomed bytes are zeros now, or cut off where nothing durable follows. */
  void reboot(boolean sizeKept) {
    for (int i = doomed.length - 2; i >= 0; i -= 2) {
      Arrays.fill(bytes, doomed[i], doomed[i + 1], (byte) 0);
      if (doomed[i + 1] == length && !sizeKept) {
        length = doomed[i];
      }
    }
    doomed = NOTHING;
    force();
  }
}
