package dev.roastery.common.journal;

/**
 * How often a partition takes a snapshot and how it cuts its files.
 *
 * @param commitIntervalChunks write a snapshot after this many chunks ...
 * @param smallSnapshotBytes ... while it is not larger than this; a larger one waits until the
 *     buffer has grown by three times its bytes, so that the cost stays linear
 * @param segmentBytes a segment that has reached this size is followed by a new one
 */
public record PersistenceSettings(
    int commitIntervalChunks, long smallSnapshotBytes, long segmentBytes) {

  public PersistenceSettings {
    if (commitIntervalChunks < 1 || smallSnapshotBytes < 0 || segmentBytes < 1) {
      throw new IllegalArgumentException(
          "commit interval "
              + commitIntervalChunks
              + " and segment size "
              + segmentBytes
              + " start at 1, small snapshot size "
              + smallSnapshotBytes
              + " at 0");
    }
  }

  public static PersistenceSettings standard() {
    return new PersistenceSettings(10, 64 << 10, 64 << 20);
  }
}
