package dev.roastery.gateway.jobs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** All that has happened to a job, in order. An event is safe before anybody hears of it. */
final class JobLog implements AutoCloseable {

  static final String FILE = "events";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<JobEvent> events = new ArrayList<>();
  private final CheckedLines lines;

  /** Opens or makes it, and gives {@code each} the events that it has. */
  JobLog(Path folder, Consumer<JobEvent> each) throws IOException {
    this.lines = CheckedLines.open(folder.resolve(FILE), line -> events.add(parse(line)));
    events.forEach(each);
  }

  JobEvent append(Instant at, String kind, String text, Map<String, String> facts) {
    JobEvent event = new JobEvent(events.size() + 1, at, kind, text, facts);
    try {
      lines.append(write(event));
      lines.force();
    } catch (IOException e) {
      throw new UncheckedIOException("a job's log cannot be written: " + e.getMessage(), e);
    }
    events.add(event);
    return event;
  }

  List<JobEvent> after(long seq) {
    int from = Math.clamp(seq, 0, events.size());
    return List.copyOf(events.subList(from, events.size()));
  }

  Instant lastChange(Instant otherwise) {
    return events.isEmpty() ? otherwise : events.getLast().at();
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
