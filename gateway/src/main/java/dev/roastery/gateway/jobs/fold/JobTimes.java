package dev.roastery.gateway.jobs.fold;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When the facts that divide an attempt's life were recorded; null before that.
 *
 * @param sealed the client had sent all parts
 * @param started END was about to be sent to the partitions
 * @param finished the job had ended
 */
public record JobTimes(
    @Nullable Instant sealed, @Nullable Instant started, @Nullable Instant finished) {

  public static final JobTimes NONE = new JobTimes(null, null, null);

  public JobTimes sealedAt(long millis) {
    return new JobTimes(Instant.ofEpochMilli(millis), started, finished);
  }

  public JobTimes startedAt(long millis) {
    return new JobTimes(sealed, Instant.ofEpochMilli(millis), finished);
  }

  public JobTimes finishedAt(long millis) {
    return new JobTimes(sealed, started, Instant.ofEpochMilli(millis));
  }
}
