package dev.roastery.common.journal;

/**
 * When the next snapshot is due: after a number of chunks, and not before the buffer has grown by
 * three times the bytes of the previous snapshot. So all large snapshots together write at most a
 * third of the input, plus one snapshot.
 */
final class CommitRule {

  private static final int BUFFER_TO_SNAPSHOT = 3;

  private final PersistenceSettings settings;
  private long chunks;
  private long bytes;
  private long snapshotBytes;

  CommitRule(PersistenceSettings settings, long chunks, long bytes) {
    this.settings = settings;
    this.chunks = chunks;
    this.bytes = bytes;
  }

  long chunks() {
    return chunks;
  }

  long bytes() {
    return bytes;
  }

  long snapshotBytes() {
    return snapshotBytes;
  }

  void appended(int chunkBytes) {
    chunks++;
    bytes += chunkBytes;
  }

  void committed(long writtenBytes) {
    chunks = 0;
    bytes = 0;
    snapshotBytes = writtenBytes;
  }

  boolean isDue() {
    return chunks >= settings.commitIntervalChunks()
        && (snapshotBytes <= settings.smallSnapshotBytes()
            || bytes >= BUFFER_TO_SNAPSHOT * snapshotBytes);
  }
}
