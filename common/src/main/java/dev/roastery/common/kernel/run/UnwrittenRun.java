package dev.roastery.common.kernel.run;

import dev.roastery.common.kernel.KeyHash;
import dev.roastery.common.kernel.group.GroupTable;
import dev.roastery.common.kernel.order.Buckets;
import dev.roastery.common.kernel.order.RowGather;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.Rows;

/**
 * The groups of a table on their way into a run. They are sorted in parts, each a range of hashes
 * within a share: so the memory that this takes beside the groups is a fraction of them, and other
 * work can be done between two parts. The table may change meanwhile once it has been cleared.
 */
final class UnwrittenRun {

  private static final int PART_BITS_MIN = 6;
  private static final int PART_BITS_MAX = 14;
  private static final int PART_BYTES = 256 << 10;

  private final Rows groups;
  private final int keys;
  private final int shares;
  private final int partBits;
  private final Buckets parts;

  /** The next part. */
  private int at;

  UnwrittenRun(GroupTable table, int shares) {
    this.groups = table.state();
    this.keys = table.keyCount();
    this.shares = shares;
    this.partBits = partBits();
    this.parts = parts();
  }

  private int partBits() {
    long wanted = bytes() / PART_BYTES / shares;
    int bits = Long.SIZE - Long.numberOfLeadingZeros(wanted);
    return Math.clamp(bits, PART_BITS_MIN, PART_BITS_MAX);
  }

  private Buckets parts() {
    long[] hashes = KeyHash.all(groups, keys);
    int[] partOf = new int[hashes.length];
    for (int row = 0; row < hashes.length; row++) {
      int range = (int) (hashes[row] >>> (Long.SIZE - partBits));
      partOf[row] = (GroupRuns.share(hashes[row], shares) << partBits) | range;
    }
    return Buckets.of(partOf, shares << partBits);
  }

  /** All groups, written or not. */
  Rows groups() {
    return groups;
  }

  /** The memory that they take until the last one is written. */
  long bytes() {
    return groups.columns().stream().mapToLong(Column::decodedBytes).sum();
  }

  /** How many of them take so many bytes, on average. */
  long rowsIn(long bytes) {
    return bytes * groups.count() / Math.max(1, bytes());
  }

  /** Writes the next part that has groups; whether there was one. */
  boolean writePart(Run.Writer writer) {
    for (; at < shares << partBits; at++) {
      int[] numbers = parts.rows(at);
      if (numbers.length > 0) {
        Rows rows = RowGather.rows(groups, numbers);
        writer.append(rows, GroupRuns.sorted(rows, keys, shares));
        at++;
        return true;
      }
    }
    return false;
  }
}
