package dev.roastery.gateway.jobs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.roastery.common.durable.Disk;
import dev.roastery.common.durable.FileDisk;
import dev.roastery.common.storage.LineFormat;
import dev.roastery.common.storage.LineLog;
import dev.roastery.common.storage.LineLog.Damage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that has happened to a job, in order. An event is safe before anybody hears of it. Of a
 * finished job the events are on the disk only.
 */
final class JobLog implements AutoCloseable {

  static final String FILE = "events";

  private static final Logger log = LoggerFactory.getLogger(JobLog.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final Disk disk;
  private final LineLog lines;
  private @Nullable List<JobEvent> events = new ArrayList<>();
  private long count;
  private @Nullable Instant lastChange;

  /** Opens or makes it, and gives {@code each} the events that it has. */
  JobLog(Path folder, Consumer<JobEvent> each) throws IOException {
    this.file = folder.resolve(FILE);
    List<JobEvent> read = new ArrayList<>();
    this.disk = new FileDisk(folder);
    this.lines = open(read);
    read.forEach(this::keep);
    read.forEach(each);
  }

  private LineLog open(List<JobEvent> read) throws IOException {
    return LineLog.open(
        disk, FILE, LineFormat.UNSALTED, Damage.REFUSED, line -> read.add(parse(line)));
  }

  private void keep(JobEvent event) {
    if (event.seq() != count + 1) {
      throw new IllegalStateException(file + ": event " + event.seq() + " after " + count);
    }
    count = event.seq();
    lastChange = event.at();
    if (events != null) {
      events.add(event);
    }
  }

  JobEvent append(Instant at, String kind, String text, Map<String, String> facts) {
    JobEvent event = new JobEvent(count + 1, at, kind, text, facts);
    try {
      lines.append(write(event));
      lines.force();
    } catch (IOException e) {
      log.error("{} cannot be written", file, e);
      throw new Refusal(
          Refusal.Kind.UNAVAILABLE, "the gateway cannot write to its volume now: try again later");
    }
    keep(event);
    return event;
  }

  List<JobEvent> after(long seq) {
    List<JobEvent> all = events == null ? fromDisk() : events;
    int from = Math.clamp(seq, 0, all.size());
    return List.copyOf(all.subList(from, all.size()));
  }

  private List<JobEvent> fromDisk() {
    List<JobEvent> read = new ArrayList<>();
    try (var _ = open(read)) {
      return read;
    } catch (IOException e) {
      log.error("{} cannot be read", file, e);
      throw new Refusal(
          Refusal.Kind.UNAVAILABLE, "the gateway cannot read its volume now: try again later");
    }
  }

  boolean isEmpty() {
    return count == 0;
  }

  Instant lastChange(Instant otherwise) {
    return lastChange == null ? otherwise : lastChange;
  }

  /** Few will ask any more: keeps neither memory nor a file handle. */
  void retire() {
    events = null;
    try {
      lines.rest();
    } catch (IOException e) {
      log.warn("{} could not be closed: {}", file, e.toString());
    }
  }

  private static String write(JobEvent event) {
    ObjectNode json = JSON.createObjectNode();
    json.put("seq", event.seq()).put("at", event.at().toString());
    json.put("kind", event.kind()).put("text", event.text());
    ObjectNode facts = json.putObject("facts");
    new TreeMap<>(event.facts()).forEach(facts::put);
    try {
      return JSON.writeValueAsString(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts are always JSON", e);
    }
  }

  private static JobEvent parse(String line) {
    try {
      JsonNode json = JSON.readTree(line);
      Map<String, String> facts = new TreeMap<>();
      json.path("facts").properties().forEach(f -> facts.put(f.getKey(), f.getValue().asText()));
      return new JobEvent(
          json.path("seq").asLong(),
          Instant.parse(json.path("at").asText()),
          json.path("kind").asText(),
          json.path("text").asText(),
          facts);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("a line of a job's log is no event", e);
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
