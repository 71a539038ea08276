package dev.roastery.common.journal;

/**
 * How often a partition takes a snapshot and how it cuts its files.
 *
 * @param commitIntervalChunks write a snapshot after this many chunks ...
 * @param smallSnapshotBytes ... while it is not larger than this; a larger one waits until the
 *     buffer has grown by three times its bytes, so that the cost stays linear
 * @param segmentBytes a segment that has reached this size is followed by a new one
 * @param endedKeptMillis how long the rows of a job that has ended stay on disk, if snapshots are
 *     small
 */
public record PersistenceSettings(
    int commitIntervalChunks, long smallSnapshotBytes, long segmentBytes, long endedKeptMillis) {

  private static final long ENDED_KEPT_MILLIS = 2_000;

  public PersistenceSettings {
    if (commitIntervalChunks < 1
        || smallSnapshotBytes < 0
        || segmentBytes < 1
        || endedKeptMillis < 0) {
      throw new IllegalArgumentException(
          "commit interval "
              + commitIntervalChunks
              + " and segment size "
              + segmentBytes
              + " start at 1, small snapshot size "
              + smallSnapshotBytes
              + " and the time that ended jobs are kept "
              + endedKeptMillis
              + " at 0");
    }
  }

  /** With the usual time that the rows of ended jobs stay. */
  public PersistenceSettings(int commitIntervalChunks, long smallSnapshotBytes, long segmentBytes) {
    this(commitIntervalChunks, smallSnapshotBytes, segmentBytes, ENDED_KEPT_MILLIS);
  }

  public static PersistenceSettings standard() {
    return new PersistenceSettings(10, 64 << 10, 64 << 20);
  }
}
