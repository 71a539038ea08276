package dev.roastery.common.message;

/**
 * The name of a batch: batch {@code seq} of those that {@code sender} sends of this job's stream to
 * one receiving partition, counted from 0 without a gap. It is derived, never random: when the
 * batch is sent again after any crash, it has the same id and the same bytes.
 */
public record BatchId(JobId job, String stream, int sender, long seq) {

  public BatchId {
    if (sender < 0 || seq < 0) {
      throw new IllegalArgumentException("batch " + seq + " of sender " + sender + ": negative");
    }
  }

  @Override
  public String toString() {
    return job + "/" + stream + "/" + sender + "/" + seq;
  }
}
