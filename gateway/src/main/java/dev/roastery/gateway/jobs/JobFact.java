package dev.roastery.gateway.jobs;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.roastery.common.workflow.Fact;

/**
 * What can happen to a job. Kinds and fields are those in its log, for ever. {@link JobFacts} folds
 * them; {@link JobEvents} says which of them clients see, and how.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
  @JsonSubTypes.Type(value = JobFact.Created.class, name = "created"),
  @JsonSubTypes.Type(value = JobFact.PartStarted.class, name = "part_started"),
  @JsonSubTypes.Type(value = JobFact.PartCompleted.class, name = "part_completed"),
  @JsonSubTypes.Type(value = JobFact.PartDeleted.class, name = "part_deleted"),
  @JsonSubTypes.Type(value = JobFact.RowsRejected.class, name = "rows_rejected"),
  @JsonSubTypes.Type(value = JobFact.Sealed.class, name = "sealed"),
  @JsonSubTypes.Type(value = JobFact.Approved.class, name = "approved"),
  @JsonSubTypes.Type(value = JobFact.Running.class, name = "running"),
  @JsonSubTypes.Type(value = JobFact.ResultStored.class, name = "result_stored"),
  @JsonSubTypes.Type(value = JobFact.Notifying.class, name = "notifying"),
  @JsonSubTypes.Type(value = JobFact.Notified.class, name = "notified"),
  @JsonSubTypes.Type(value = JobFact.NotifyFailed.class, name = "notify_failed"),
  @JsonSubTypes.Type(value = JobFact.Completed.class, name = "completed"),
  @JsonSubTypes.Type(value = JobFact.Failing.class, name = "failing"),
  @JsonSubTypes.Type(value = JobFact.Cancelling.class, name = "cancelling"),
  @JsonSubTypes.Type(value = JobFact.Expiring.class, name = "expiring"),
  @JsonSubTypes.Type(value = JobFact.PartitionClean.class, name = "partition_clean"),
  @JsonSubTypes.Type(value = JobFact.Failed.class, name = "failed"),
  @JsonSubTypes.Type(value = JobFact.Cancelled.class, name = "cancelled"),
  @JsonSubTypes.Type(value = JobFact.Expired.class, name = "expired"),
  @JsonSubTypes.Type(value = JobFact.Stalled.class, name = "stalled"),
  @JsonSubTypes.Type(value = JobFact.Moving.class, name = "moving"),
  @JsonSubTypes.Type(value = JobFact.Shown.class, name = "shown"),
  @JsonSubTypes.Type(value = JobFact.Reprieved.class, name = "reprieved")
})
public sealed interface JobFact extends Fact {

  /** Always the first. */
  record Created() implements JobFact {}

  /**
   * A part has a name and a number.
   *
   * @param number among the parts of its table: what it is called as a sender
   */
  record PartStarted(String table, String part, int number, boolean packed) implements JobFact {}

  /**
   * All of a part is with the broker.
   *
   * @param rows 0 if they were not counted, by an earlier release
   */
  record PartCompleted(
      String table,
      String part,
      long offset,
      long batches,
      long rejected,
      long rejectedBytes,
      long rows)
      implements JobFact {}

  /** The client takes back a part of which nothing was sent. Its number is not given again. */
  record PartDeleted(String table, String part, int number) implements JobFact {}

  /** With the completion of a part that has rows which were skipped. */
  record RowsRejected(String table, String part, long rejected) implements JobFact {}

  /** The client has sent all. */
  record Sealed(int parts) implements JobFact {}

  record Approved() implements JobFact {}

  /** END is about to be sent. */
  record Running() implements JobFact {}

  record ResultStored(String query, String sha256, long rows, long bytes) implements JobFact {}

  /** All results are there: nothing but the completion can follow. */
  record Notifying() implements JobFact {}

  record Notified() implements JobFact {}

  /** Its receiver was told in vain, for the last time. */
  record NotifyFailed(String trouble) implements JobFact {}

  record Completed() implements JobFact {}

  /** What ends a job early: at most one of these is recorded, and none after the results. */
  sealed interface Ending extends JobFact {
    String reason();
  }

  record Failing(String reason) implements Ending {}

  record Cancelling(String reason) implements Ending {}

  record Expiring(String reason) implements Ending {}

  /** That partition has nothing of the job any more, and never will. */
  record PartitionClean(String partition) implements JobFact {}

  record Failed() implements JobFact {}

  record Cancelled() implements JobFact {}

  record Expired() implements JobFact {}

  /** A partition has made no progress for long; recorded once until it moves again. */
  record Stalled(String what) implements JobFact {}

  /** What was stalled is so no more. */
  record Moving(String what) implements JobFact {}

  /** People were told that the job is that far: what is shown never falls. */
  record Shown(int percent) implements JobFact {}

  /**
   * The job was silent for too long, partly because the gateway was away: it expires then, unless
   * something comes. Once for each silence, however often the gateway is started meanwhile.
   */
  record Reprieved(long untilMillis) implements JobFact {}
}
