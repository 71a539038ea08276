package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.roastery.common.storage.Disk;
import dev.roastery.common.storage.DurableFiles;
import dev.roastery.common.storage.LineFormat;
import dev.roastery.common.workflow.Event;
import dev.roastery.common.workflow.EventLines;
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
 * Converts jobs of version 0.1.0. Each had two logs: {@code jobs/ID/events} with all its facts, and
 * {@code workflows/ID} with the progress of its steps. The facts become the job's new log. An open
 * job starts again at its first step, because steps do not record a fact twice and repeat the same
 * sends. The old log is deleted when the new one is durable; after a crash in between, the
 * conversion is repeated.
 */
final class EarlierJobs {

  /** The suffix of folders that 0.1.0 was creating or deleting. */
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

  /** Whether the folder has events of version 0.1.0. */
  boolean isOne(String folder) throws IOException {
    return disk.list(folder).contains(EVENTS);
  }

  void convert(JobRecord record) throws IOException {
    String folder = JobFolders.of(record.id());
    List<Logged> events = events(record, disk.read(folder + "/" + EVENTS));
    if (!events.isEmpty()) {
      addPercent(folder, events);
      Engine.adopt(store, JobDomain.execution(record.id()), events);
      log.info("{}: converted the events of version 0.1.0", folder);
    }
    disk.delete(folder + "/" + EVENTS);
    disk.delete(folder + "/" + PERCENT);
    disk.syncDirectory(folder);
  }

  /** Empty if the creation of the job was not recorded. */
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
      events.add(new Logged(seq, job.updated().toEpochMilli(), new Event.ExecutionCompleted(end)));
    }
    return events;
  }

  /** An incomplete last line was left by a crash and is not an event. */
  private static List<String> lines(byte[] bytes) throws IOException {
    String text = new String(bytes, UTF_8);
    List<String> lines = new ArrayList<>();
    boolean damaged = false;
    for (String each : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
      String line = LineFormat.UNSALTED.decode(each);
      if (line == null) {
        damaged = true;
      } else if (damaged) {
        throw new IOException("its events are damaged: restore the file, or remove the folder");
      } else {
        lines.add(line);
      }
    }
    return lines;
  }

  /** The values of an event were those of the fact as text, with three exceptions. */
  private static JobFact fact(JsonNode event, JobFacts job) {
    String text = event.path("text").asText();
    ObjectNode fact = event.path("facts").deepCopy();
    String kind = event.path("kind").asText();
    fact.put("kind", kind);
    switch (kind) {
      case "sealed" -> fact.put("parts", job.parts().size());
      case "notify_failed" -> fact.put("trouble", text);
      case "stalled" -> fact.put("what", stalled(text));
      default -> {} // as it is
    }
    return EventLines.typed(fact, JobFact.class);
  }

  private static String stalled(String text) {
    String what =
        text.startsWith(JobEvents.NO_PROGRESS)
            ? text.substring(JobEvents.NO_PROGRESS.length())
            : text;
    return what.endsWith(".") ? what.substring(0, what.length() - 1) : what;
  }

  /** The percentage that was shown last. No decision depends on it. */
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

  /** Deletes the second logs. */
  void deleteWorkflows() throws IOException {
    if (disk.list("").contains(WORKFLOWS)) {
      DurableFiles.deleteFolder(disk, WORKFLOWS);
    }
  }
}
