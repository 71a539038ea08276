package dev.roastery.gateway.jobs;

import dev.roastery.gateway.collect.ResultDigest;
import dev.roastery.gateway.jobs.service.JobState;
import java.net.URI;
import java.time.Instant;
import java.util.SortedMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a client's receiver is told of a job: the same for every try.
 *
 * @param type {@code job.completed} or {@code job.ended}
 * @param at the job's last event before
 * @param state the one that the job has as soon as its client knows
 */
public record Notification(
    UUID job,
    URI receiver,
    String type,
    Instant at,
    JobState state,
    @Nullable String reason,
    SortedMap<String, ResultDigest> results) {

  /** Of a job that has a receiver, and that nothing but its end can happen to. */
  static Notification of(JobFacts job, URI receiver) {
    JobState end =
        switch (job.state()) {
          case FAILING -> JobState.FAILED;
          case CANCELLING -> JobState.CANCELLED;
          case EXPIRING -> JobState.EXPIRED;
          default -> JobState.COMPLETED;
        };
    return new Notification(
        job.record().id(),
        receiver,
        end == JobState.COMPLETED ? "job.completed" : "job.ended",
        job.updated(),
        end,
        job.reason(),
        job.results());
  }
}
