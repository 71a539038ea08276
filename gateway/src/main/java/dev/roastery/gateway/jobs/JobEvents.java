package dev.roastery.gateway.jobs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.roastery.common.workflow.Event;
import dev.roastery.common.workflow.Recorded;
import dev.roastery.gateway.cluster.PartitionMove;
import dev.roastery.gateway.jobs.service.JobEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Translates facts of a job to the events that clients see: a sentence, and the fact's values. */
final class JobEvents {

  static final String NO_PROGRESS = "No progress: ";

  private static final String KIND = "kind";

  private JobEvents() {}

  /**
   * The events that clients see of these facts, which must include the job's first one: those after
   * the one number, up to the other.
   */
  static List<JobEvent> of(
      JobRecord record, List<Recorded<JobFact>> facts, long afterSeq, long lastSeq) {
    List<JobEvent> events = new ArrayList<>();
    long seq = 0;
    for (Recorded<JobFact> fact : facts) {
      if (isVisible(fact.fact()) && ++seq > afterSeq && seq <= lastSeq) {
        events.add(of(seq, record, fact));
      }
    }
    return events;
  }

  static boolean isVisible(JobFact fact) {
    return !(fact instanceof JobFact.Internal);
  }

  /** The event with that number, of a visible fact. */
  static JobEvent of(long seq, JobRecord record, Recorded<JobFact> recorded) {
    JobFact fact = recorded.fact();
    JsonNode json = Event.FactRecorded.of(fact).fact();
    Map<String, String> values = new TreeMap<>();
    if (hasValues(fact)) {
      json.properties().forEach(field -> values.put(field.getKey(), field.getValue().asText()));
      values.remove(KIND);
    }
    if (fact instanceof JobFact.PartCompleted) {
      values.keySet().removeAll(List.of("rows", "bytes")); // clients know the event without them
    }
    if (fact instanceof JobFact.PartitionMoved move && isUnseen(move)) {
      values.remove("millis");
    }
    Instant at = Instant.ofEpochMilli(recorded.atMillis());
    return new JobEvent(seq, at, json.path(KIND).asText(), text(record, fact), values);
  }

  /** The values of the others are in the sentence only. */
  private static boolean hasValues(JobFact fact) {
    return !(fact instanceof JobFact.Sealed
        || fact instanceof JobFact.NotifyFailed
        || fact instanceof JobFact.DeliveryFailed
        || fact instanceof JobFact.Stalled);
  }

  private static String text(JobRecord record, JobFact fact) {
    return switch (fact) {
      case JobFact.Created _ -> created(record.name());
      case JobFact.PartStarted part -> part.table() + "/" + part.part() + " is coming in.";
      case JobFact.PartCompleted part ->
          part.table() + "/" + part.part() + " is in: " + counted(part.batches(), "batch") + ".";
      case JobFact.PartDeleted part ->
          part.table() + "/" + part.part() + " was deleted by its client.";
      case JobFact.RowsRejected rows ->
          "%s of %s/%s could not be read."
              .formatted(counted(rows.rejected(), "row"), rows.table(), rows.part());
      case JobFact.Sealed(int parts) -> "All is in: " + counted(parts, "part") + ".";
      case JobFact.Approved _ -> "The job was approved.";
      case JobFact.Running _ -> "The workers have all of it.";
      case JobFact.ResultStored result ->
          "The result of " + result.query() + " is there: " + counted(result.rows(), "row") + ".";
      case JobFact.Notifying _ -> "All results are there.";
      case JobFact.Notified _ -> "The notification was delivered.";
      case JobFact.NotifyFailed(String trouble) -> trouble;
      case JobFact.Completed _ -> "The job is completed.";
      case JobFact.Failing(String why) -> "The job fails: " + why;
      case JobFact.Cancelling(String why) -> "The job is cancelled: " + why;
      case JobFact.Expiring(String why) -> "The job expires: " + why;
      case JobFact.PartitionClean(String partition) ->
          partition + " has nothing of the job any more.";
      case JobFact.Failed _ -> "The job has failed.";
      case JobFact.Cancelled _ -> "The job is cancelled.";
      case JobFact.Expired _ -> "The job has expired.";
      case JobFact.Retried(int attempt) ->
          "Attempt " + attempt + " begins: the parts are to be sent again.";
      case JobFact.Stalled(String what) -> NO_PROGRESS + what + ".";
      case JobFact.PartitionMoved move -> moved(move);
      case JobFact.SourcesListed(int parts, long bytes) ->
          counted(parts, "object") + " are read, of " + counted(bytes, "byte") + " in all.";
      case JobFact.Delivered _ -> "The results are in the bucket.";
      case JobFact.DeliveryFailed(String trouble) -> trouble;
      case JobFact.Internal _ ->
          throw new IllegalArgumentException(fact + " is not shown to clients");
    };
  }

  private static String created(@Nullable String name) {
    return name == null ? "The job was created." : "\"" + name + "\" was created.";
  }

  private static boolean isUnseen(JobFact.PartitionMoved move) {
    return move.millis() == PartitionMove.UNKNOWN;
  }

  private static String moved(JobFact.PartitionMoved move) {
    if (isUnseen(move)) {
      return "%s moved from %s to %s while the gateway was away; nothing counted twice."
          .formatted(move.partition(), move.from(), move.to());
    }
    return String.format(
        Locale.ROOT,
        "%s moved from %s to %s, back within %.1f s; nothing counted twice.",
        move.partition(),
        move.from(),
        move.to(),
        Math.max(0.1, move.millis() / 1e3));
  }

  private static String counted(long count, String what) {
    return count + " " + what + (count == 1 ? "" : what.endsWith("h") ? "es" : "s");
  }
}
