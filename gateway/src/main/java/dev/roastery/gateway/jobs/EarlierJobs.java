package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.DurableFiles;
import dev.roastery.common.storage.LineFormat;
import dev.roastery.common.workflow.Event;
import dev.roastery.common.workflow.Logged;
import dev.roastery.common.workflow.Recorded;
import dev.roastery.common.workflow.engine.Engine;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Jobs that version 0.1.0 has left. Each had two logs: {@code jobs/ID/events} with all its facts,
 * and {@code workflows/ID} with where its steps were. The facts become the job's new log; a job
 * that is not over begins anew at its first step, for steps record nothing that is there and send
 * what they have sent before. The old log is deleted when the new one is safe: a crash in between,
 * and the same is done again.
 */
final class EarlierJobs {

  /** What 0.1.0 called a folder that was not complete, or about to be deleted. */
  static final String UNFINISHED = ".unfinished";

  private static final String EVENTS = "events";
  private static final String PERCENT = "percent";
  private static final String WORKFLOWS = "workflows";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Logger log = LoggerFactory.getLogger(EarlierJobs.class);

  private final Disk disk;
  private final Engine.Store store;

  EarlierJobs(Disk disk, Engine.Store store) {
    this.disk = disk;
    this.store = store;
  }

  /** Whether that folder has the events of an earlier version. */
  boolean isOne(String folder) throws IOException {
    return disk.list(folder).contains(EVENTS);
  }

  void convert(JobRecord record) throws IOException {
    String folder = JobFolders.of(record.id());
    List<Logged> events = events(record, disk.read(folder + "/" + EVENTS));
    if (!events.isEmpty()) {
      addPercent(folder, events);
      Engine.adopt(store, JobDomain.execution(record.id()), events);
      log.info("{}: its events of version 0.1.0 are its new log", folder);
    }
    disk.delete(folder + "/" + EVENTS);
    disk.delete(folder + "/" + PERCENT);
    disk.syncDirectory(folder);
  }

  /** Empty if the job's creation had not been recorded yet. */
  private static List<Logged> events(JobRecord record, byte[] bytes) throws IOException {
    List<Logged> events = new ArrayList<>();
    JobFacts job = JobFacts.of(record);
    for (String line : lines(bytes)) {
      JsonNode json = JSON.readTree(line);
      if (json.path("seq").asLong() != Math.max(1, events.size())) {
        throw new IOException("event " + json.path("seq") + " after " + (events.size() - 1));
      }
      long atMillis = Instant.parse(json.path("at").asText()).toEpochMilli();
      if (events.isEmpty()) {
        events.add(new Logged(1, atMillis, new Event.ExecutionStarted(JobWorkflow.NAME, "")));
      }
      JobFact fact = fact(json, job);
      job = job.with(new Recorded<>(events.size(), atMillis, fact));
      events.add(new Logged(events.size() + 1L, atMillis, Event.FactRecorded.of(fact)));
    }
    if (job.state().isTerminal()) {
      long seq = events.size() + 1L;
      String end = job.state().name();
      events.add(new Logged(seq, job.updatedMillis(), new Event.ExecutionCompleted(end)));
    }
    return events;
  }

  /** What a crash left of a last line was never an event. */
  private static List<String> lines(byte[] bytes) throws IOException {
    List<String> lines = new ArrayList<>();
    int bad = 0;
    for (int start = 0, end; start < bytes.length; start = end + 1) {
      end = start;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      String line = end < bytes.length ? LineFormat.UNSALTED.decode(bytes, start, end) : null;
      if (line == null) {
        bad++;
      } else if (bad > 0) {
        throw new IOException("its events are damaged: restore the file, or remove the folder");
      } else {
        lines.add(line);
      }
    }
    return lines;
  }

  private static JobFact fact(JsonNode event, JobFacts job) throws IOException {
    JsonNode facts = event.path("facts");
    String table = facts.path("table").asText();
    String part = facts.path("part").asText();
    String reason = facts.path("reason").asText();
    return switch (event.path("kind").asText()) {
      case "created" -> new JobFact.Created();
      case "part_started" ->
          new JobFact.PartStarted(
              table, part, facts.path("number").asInt(), facts.path("packed").asBoolean());
      case "part_completed" ->
          new JobFact.PartCompleted(
              table,
              part,
              facts.path("offset").asLong(),
              facts.path("batches").asLong(),
              facts.path("rejected").asLong(),
              facts.path("rejectedBytes").asLong(),
              0);
      case "rows_rejected" ->
          new JobFact.RowsRejected(table, part, facts.path("rejected").asLong());
      case "sealed" -> new JobFact.Sealed(job.parts().size());
      case "approved" -> new JobFact.Approved();
      case "running" -> new JobFact.Running();
      case "result_stored" ->
          new JobFact.ResultStored(
              facts.path("query").asText(),
              facts.path("sha256").asText(),
              facts.path("rows").asLong(),
              facts.path("bytes").asLong());
      case "notifying" -> new JobFact.Notifying();
      case "notified" -> new JobFact.Notified();
      case "notify_failed" -> new JobFact.NotifyFailed(event.path("text").asText());
      case "completed" -> new JobFact.Completed();
      case "failing" -> new JobFact.Failing(reason);
      case "cancelling" -> new JobFact.Cancelling(reason);
      case "expiring" -> new JobFact.Expiring(reason);
      case "partition_clean" -> new JobFact.PartitionClean(facts.path("partition").asText());
      case "failed" -> new JobFact.Failed();
      case "cancelled" -> new JobFact.Cancelled();
      case "expired" -> new JobFact.Expired();
      case "stalled" -> new JobFact.Stalled(stalled(event.path("text").asText()));
      default -> throw new IOException("version 0.1.0 has no event like " + event);
    };
  }

  private static String stalled(String text) {
    String what =
        text.startsWith(JobEvents.NO_PROGRESS)
            ? text.substring(JobEvents.NO_PROGRESS.length())
            : text;
    return what.endsWith(".") ? what.substring(0, what.length() - 1) : what;
  }

  /** How far people were told that the job is. Nothing depends on it. */
  private void addPercent(String folder, List<Logged> events) throws IOException {
    Logged last = events.getLast();
    if (last.event() instanceof Event.ExecutionCompleted || !disk.list(folder).contains(PERCENT)) {
      return;
    }
    String text = new String(disk.read(folder + "/" + PERCENT), US_ASCII).strip();
    if (text.matches("[0-9]{1,3}")) {
      JobFact shown = new JobFact.Shown(Math.min(100, Integer.parseInt(text)));
      events.add(new Logged(last.seq() + 1, last.atMillis(), Event.FactRecorded.of(shown)));
    }
  }

  /** Where the steps of jobs were is of no use any more. */
  void forgetWorkflows() throws IOException {
    if (disk.list("").contains(WORKFLOWS)) {
      DurableFiles.deleteFolder(disk, WORKFLOWS);
    }
  }
}
