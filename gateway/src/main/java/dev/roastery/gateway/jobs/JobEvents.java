package dev.roastery.gateway.jobs;

import dev.roastery.common.workflow.Recorded;
import dev.roastery.gateway.jobs.service.JobEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The facts of a job as its client sees them: sentences for people, values for programs. */
final class JobEvents {

  private record Words(String kind, String text, Map<String, String> facts) {
    Words(String kind, String text) {
      this(kind, text, Map.of());
    }
  }

  private JobEvents() {}

  /** All that clients may see of these facts, which are a job's from the first on. */
  static List<JobEvent> of(JobRecord record, List<Recorded<JobFact>> facts) {
    List<JobEvent> events = new ArrayList<>();
    for (Recorded<JobFact> fact : facts) {
      JobEvent event = of(events.size() + 1, record, fact);
      if (event != null) {
        events.add(event);
      }
    }
    return events;
  }

  /** The event of that number; null when the fact is the gateway's own business. */
  static @Nullable JobEvent of(long seq, JobRecord record, Recorded<JobFact> recorded) {
    Words words = words(record, recorded.fact());
    return words == null
        ? null
        : new JobEvent(
            seq,
            Instant.ofEpochMilli(recorded.atMillis()),
            words.kind(),
            words.text(),
            words.facts());
  }

  private static @Nullable Words words(JobRecord record, JobFact fact) {
    return switch (fact) {
      case JobFact.Created _ -> new Words("created", created(record.name()));
      case JobFact.PartStarted part -> started(part);
      case JobFact.PartCompleted part -> completed(part);
      case JobFact.PartDeleted part -> deleted(part);
      case JobFact.RowsRejected rows -> rejected(rows);
      case JobFact.Sealed(int parts) ->
          new Words("sealed", "All is in: " + counted(parts, "part") + ".");
      case JobFact.Approved _ -> new Words("approved", "The job was approved.");
      case JobFact.Running _ -> new Words("running", "The workers have all of it.");
      case JobFact.ResultStored result -> stored(result);
      case JobFact.Notifying _ -> new Words("notifying", "All results are there.");
      case JobFact.Notified _ -> new Words("notified", "The receiver was told.");
      case JobFact.NotifyFailed(String trouble) -> new Words("notify_failed", trouble);
      case JobFact.Completed _ -> new Words("completed", "The job is completed.");
      case JobFact.Failing(String why) -> ending("failing", "The job fails: ", why);
      case JobFact.Cancelling(String why) -> ending("cancelling", "The job is cancelled: ", why);
      case JobFact.Expiring(String why) -> ending("expiring", "The job is given up: ", why);
      case JobFact.PartitionClean(String partition) ->
          new Words(
              "partition_clean",
              partition + " has nothing of the job any more.",
              Map.of("partition", partition));
      case JobFact.Failed _ -> new Words("failed", "The job has failed.");
      case JobFact.Cancelled _ -> new Words("cancelled", "The job is cancelled.");
      case JobFact.Expired _ -> new Words("expired", "The job is over.");
      case JobFact.Stalled(String what) -> new Words("stalled", NO_PROGRESS + what + ".");
      case JobFact.Moving _, JobFact.Shown _, JobFact.Reprieved _ -> null;
    };
  }

  static final String NO_PROGRESS = "No progress: ";

  private static String created(@Nullable String name) {
    return name == null ? "The job was created." : "\"" + name + "\" was created.";
  }

  private static Words started(JobFact.PartStarted part) {
    return new Words(
        "part_started",
        part.table() + "/" + part.part() + " is coming in.",
        Map.of(
            "table", part.table(),
            "part", part.part(),
            "number", Integer.toString(part.number()),
            "packed", Boolean.toString(part.packed())));
  }

  private static Words completed(JobFact.PartCompleted part) {
    return new Words(
        "part_completed",
        part.table() + "/" + part.part() + " is in: " + counted(part.batches(), "batch") + ".",
        Map.of(
            "table", part.table(),
            "part", part.part(),
            "offset", Long.toString(part.offset()),
            "batches", Long.toString(part.batches()),
            "rejected", Long.toString(part.rejected()),
            "rejectedBytes", Long.toString(part.rejectedBytes())));
  }

  private static Words deleted(JobFact.PartDeleted part) {
    return new Words(
        "part_deleted",
        part.table() + "/" + part.part() + " was deleted by its client.",
        Map.of(
            "table", part.table(),
            "part", part.part(),
            "number", Integer.toString(part.number())));
  }

  private static Words rejected(JobFact.RowsRejected rows) {
    return new Words(
        "rows_rejected",
        counted(rows.rejected(), "row")
            + " of "
            + rows.table()
            + "/"
            + rows.part()
            + " could not be read.",
        Map.of(
            "table", rows.table(),
            "part", rows.part(),
            "rejected", Long.toString(rows.rejected())));
  }

  private static Words stored(JobFact.ResultStored result) {
    return new Words(
        "result_stored",
        "The result of " + result.query() + " is there: " + counted(result.rows(), "row") + ".",
        Map.of(
            "query", result.query(),
            "sha256", result.sha256(),
            "rows", Long.toString(result.rows()),
            "bytes", Long.toString(result.bytes())));
  }

  private static Words ending(String kind, String text, String why) {
    return new Words(kind, text + why, Map.of("reason", why));
  }

  private static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : what.endsWith("h") ? "es" : "s");
  }
}
