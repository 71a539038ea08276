package dev.roastery.gateway.jobs;

import dev.roastery.common.message.JobId;
import dev.roastery.gateway.collect.ResultDigest;
import dev.roastery.gateway.jobs.service.JobState;
import java.net.URI;
import java.time.Instant;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The message to a client's receiver about the end of a job: the same in every attempt.
 *
 * @param job the attempt that ended
 * @param type {@code job.completed} or {@code job.ended}
 * @param at the time of the job's last event
 * @param state the final state, which the job has after the notification
 */
public record Notification(
    JobId job,
    URI receiver,
    String type,
    Instant at,
    JobState state,
    @Nullable String reason,
    SortedMap<String, ResultDigest> results) {

  /** The same in every attempt to deliver it, and of no other message. */
  public String id() {
    return "job_" + job.id() + (job.attempt() == 1 ? "" : "_" + job.attempt());
  }

  /** For a job with a receiver that is about to end. */
  static Notification of(JobFacts job, URI receiver) {
    JobState end =
        switch (job.state()) {
          case FAILING -> JobState.FAILED;
          case CANCELLING -> JobState.CANCELLED;
          case EXPIRING -> JobState.EXPIRED;
          default -> JobState.COMPLETED;
        };
    return new Notification(
        job.id(),
        receiver,
        end == JobState.COMPLETED ? "job.completed" : "job.ended",
        job.updated(),
        end,
        job.reason(),
        job.results());
  }
}
