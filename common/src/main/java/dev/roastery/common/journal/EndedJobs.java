package dev.roastery.common.journal;

import java.util.concurrent.TimeUnit;

/**
 * When the rows of ended jobs are deleted from the disk. The buffer and the last two snapshots
 * still hold them, and deleting them costs a new segment and two snapshots. So it is done for
 * several jobs at once, some time after the first of them ended: the larger a snapshot is, the
 * later.
 */
final class EndedJobs {

  /** So that this writes at most 10 MiB a second. */
  private static final long MILLIS_PER_MEBIBYTE = 200;

  private final long keptMillis;
  private boolean areOnDisk;
  private boolean isTimed;
  private long sinceNanos;

  EndedJobs(long keptMillis) {
    this.keptMillis = keptMillis;
  }

  void add() {
    areOnDisk = true;
  }

  void areDeleted() {
    areOnDisk = false;
    isTimed = false;
  }

  boolean areOnDisk() {
    return areOnDisk;
  }

  /** The time counts from the first call after a job has ended. */
  boolean areDue(long nowNanos, long snapshotBytes) {
    if (!areOnDisk) {
      return false;
    }
    if (!isTimed) {
      isTimed = true;
      sinceNanos = nowNanos;
    }
    long passedMillis = TimeUnit.NANOSECONDS.toMillis(nowNanos - sinceNanos);
    return passedMillis - (snapshotBytes >> 20) * MILLIS_PER_MEBIBYTE >= keptMillis;
  }
}
