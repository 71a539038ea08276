package dev.roastery.gateway.jobs;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.roastery.common.workflow.Fact;
import dev.roastery.gateway.cluster.PartitionMove;
import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.upload.PartStatus;

/**
 * What can happen to a job. Kinds and fields are in its log and never change. {@link JobFacts}
 * folds them; {@link JobEvents} shows them to clients.
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
  @JsonSubTypes.Type(value = JobFact.Retried.class, name = "retried"),
  @JsonSubTypes.Type(value = JobFact.Stalled.class, name = "stalled"),
  @JsonSubTypes.Type(value = JobFact.PartitionMoved.class, name = "partition_moved"),
  @JsonSubTypes.Type(value = JobFact.Moving.class, name = "moving"),
  @JsonSubTypes.Type(value = JobFact.Shown.class, name = "shown"),
  @JsonSubTypes.Type(value = JobFact.Reprieved.class, name = "reprieved"),
  @JsonSubTypes.Type(value = JobFact.SourceFound.class, name = "source_found"),
  @JsonSubTypes.Type(value = JobFact.SourcesListed.class, name = "sources_listed"),
  @JsonSubTypes.Type(value = JobFact.Delivered.class, name = "delivered"),
  @JsonSubTypes.Type(value = JobFact.DeliveryFailed.class, name = "delivery_failed")
})
public sealed interface JobFact extends Fact {

  /** The first fact of every job. */
  record Created() implements JobFact {}

  /**
   * A part was created.
   *
   * @param number among the parts of its table, which is its number as a sender
   */
  record PartStarted(String table, String part, int number, boolean packed) implements JobFact {
    PartName name() {
      return new PartName(table, part);
    }
  }

  /**
   * The broker has confirmed all of a part.
   *
   * @param rows 0 if they were not counted, by an earlier release
   * @param bytes of its file; the offset in the logs of earlier releases
   */
  record PartCompleted(
      String table,
      String part,
      long offset,
      long batches,
      long rejected,
      long rejectedBytes,
      long rows,
      long bytes)
      implements JobFact {

    public PartCompleted {
      bytes = bytes == 0 ? offset : bytes;
    }

    static PartCompleted of(PartName part, PartStatus all) {
      return new PartCompleted(
          part.table(),
          part.name(),
          all.offset(),
          all.batches(),
          all.rejected(),
          all.rejectedBytes(),
          all.rows(),
          all.bytes());
    }

    PartName name() {
      return new PartName(table, part);
    }

    PartStatus status() {
      return new PartStatus(offset, batches, rejected, rejectedBytes, rows, bytes);
    }
  }

  /** The client withdraws a part of which nothing was sent. Its number is not given again. */
  record PartDeleted(String table, String part, int number) implements JobFact {
    PartName name() {
      return new PartName(table, part);
    }
  }

  /** Recorded with the completion of a part if some of its rows were skipped. */
  record RowsRejected(String table, String part, long rejected) implements JobFact {}

  /** The client has sent all parts. */
  record Sealed(int parts) implements JobFact {}

  record Approved() implements JobFact {}

  /** END is about to be sent to the partitions. */
  record Running() implements JobFact {}

  record ResultStored(String query, String sha256, long rows, long bytes) implements JobFact {}

  /** All results are stored: only the completion can follow. */
  record Notifying() implements JobFact {}

  record Notified() implements JobFact {}

  /** The last attempt to notify the receiver failed. */
  record NotifyFailed(String trouble) implements JobFact {}

  record Completed() implements JobFact {}

  /** Ends a job early. At most one is recorded, and none after the results. */
  sealed interface Ending extends JobFact {
    String reason();
  }

  record Failing(String reason) implements Ending {}

  record Cancelling(String reason) implements Ending {}

  record Expiring(String reason) implements Ending {}

  /** The partition has discarded the job for good. */
  record PartitionClean(String partition) implements JobFact {}

  record Failed() implements JobFact {}

  record Cancelled() implements JobFact {}

  record Expired() implements JobFact {}

  /** The job begins once more, without parts and results: the client sends its parts again. */
  record Retried(int attempt) implements JobFact {}

  /** A partition has made no progress for long. Recorded once until it moves again. */
  record Stalled(String what) implements JobFact {}

  /**
   * Another node goes on with a partition. Recorded once for each partition and epoch.
   *
   * @param millis as in {@link PartitionMove}
   */
  record PartitionMoved(String partition, String from, String to, long epoch, long millis)
      implements JobFact {

    static PartitionMoved of(PartitionMove move) {
      return new PartitionMoved(
          move.partition().toString(), move.from(), move.to(), move.epoch(), move.millis());
    }
  }

  /** All objects that are to be read as parts are known, each in one version. */
  record SourcesListed(int parts, long bytes) implements JobFact {}

  /** All results, and then the list of them, are in the bucket. */
  record Delivered(int results) implements JobFact {}

  /** The last attempt to put the results into the bucket failed: they are here only. */
  record DeliveryFailed(String trouble) implements JobFact {}

  /** A fact that clients do not see. */
  sealed interface Internal extends JobFact {}

  /** A stalled partition moves again. */
  record Moving(String what) implements Internal {}

  /** This percentage was shown to people: it never falls. */
  record Shown(int percent) implements Internal {}

  /**
   * The client was silent for too long, but the gateway was down for part of that time: the job
   * expires at the new time. Recorded once for each silence, however often the gateway restarts.
   */
  record Reprieved(long untilMillis) implements Internal {}

  /**
   * A part is that version of an object of the job's bucket. Recorded with the start of the part.
   *
   * @param object its name below the address that the job's parts have
   * @param run how many windows the workers are sent at a time, to read them; 0 if the gateway
   *     reads the part, as in the logs of earlier releases
   * @param headerBytes of a part that workers read, what is before its first row
   */
  record SourceFound(
      String table,
      String part,
      String object,
      String etag,
      long bytes,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) int run,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) int headerBytes)
      implements Internal {

    public boolean readByWorkers() {
      return run > 0;
    }

    public PartName name() {
      return new PartName(table, part);
    }
  }
}
