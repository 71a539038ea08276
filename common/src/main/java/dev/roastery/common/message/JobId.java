package dev.roastery.common.message;

import java.util.Comparator;
import java.util.UUID;

/**
 * One attempt at one job. A job that is restarted from the client's upload keeps its UUIDv7 and
 * gets the next attempt; messages of an older attempt are then ignored.
 */
public record JobId(UUID id, int attempt) implements Comparable<JobId> {

  private static final Comparator<JobId> ORDER =
      Comparator.<JobId>comparingLong(job -> job.id().getMostSignificantBits())
          .thenComparingLong(job -> job.id().getLeastSignificantBits())
          .thenComparingInt(JobId::attempt);

  public JobId {
    if (attempt < 1) {
      throw new IllegalArgumentException("attempt " + attempt + " of job " + id + ": starts at 1");
    }
  }

  @Override
  public int compareTo(JobId other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return attempt == 1 ? id.toString() : id + "#" + attempt;
  }
}
