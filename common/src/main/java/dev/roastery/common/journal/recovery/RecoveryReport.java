package dev.roastery.common.journal.recovery;

import java.util.List;

/**
 * What a new owner found.
 *
 * @param epochRead the epoch that was recovered, 0 when there was none
 * @param chunks how many buffered chunks are to be replayed, of {@code bytes} bytes together
 */
public record RecoveryReport(long epochRead, int chunks, long bytes, List<Finding> findings) {

  public RecoveryReport {
    findings = List.copyOf(findings);
  }

  /** A finding that an operator should know about, although the partition can continue. */
  public sealed interface Finding {}

  /** A write that no force had made safe: what follows the offset was never acknowledged. */
  public record TornTail(String file, long offset, long bytes) implements Finding {
    @Override
    public String toString() {
      return "cut " + bytes + " bytes of an incomplete write off " + file + " at offset " + offset;
    }
  }

  /** Bit rot in the newest snapshot: the one before it and its chunk buffer made up for it. */
  public record SnapshotFallback(String unreadable, String why, String used) implements Finding {
    @Override
    public String toString() {
      return "ALARM: the newest snapshot is damaged ("
          + why
          + "); recovered from "
          + used
          + " and its chunk buffer instead. Check the disk under "
          + unreadable;
    }
  }
}
