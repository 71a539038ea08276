package dev.roastery.common.workflow;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.roastery.common.storage.LineFormat;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one execution's files: JSON documents in the {@link LineFormat}, with the
 * execution's id as salt.
 */
public final class EventLines {

  public static final int VERSION = 1;

  /** The first line of every file. All versions have these fields. */
  public record Head(int format, String execution, long seq) {}

  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /** Creating a reader takes longer than reading a line. */
  private static final Map<Class<?>, ObjectReader> READERS = new ConcurrentHashMap<>();

  /** A fact as it is written to an event. */
  static JsonNode tree(Fact fact) {
    JsonNode json = JSON.valueToTree(fact);
    if (json.path("kind").asText().isEmpty()) {
      throw new IllegalArgumentException("a fact needs a kind: " + json);
    }
    return json;
  }

  public static <F> F typed(JsonNode fact, Class<F> type) {
    try {
      return reader(type).readValue(fact);
    } catch (IOException e) {
      throw new IllegalArgumentException("not a fact of this program: " + fact, e);
    }
  }

  private final LineFormat format;

  public EventLines(ExecutionId id) {
    format = new LineFormat(id.text());
  }

  public byte[] line(Object value) {
    return format.encode(json(value));
  }

  private static ObjectReader reader(Class<?> type) {
    return READERS.computeIfAbsent(type, JSON::readerFor);
  }

  static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("cannot write " + value, e);
    }
  }

  /** The value of a line without its line feed; null if the line is damaged. */
  public <T> @Nullable T read(byte[] line, Class<T> type) {
    try {
      return isGood(line)
          ? reader(type).readValue(line, LineFormat.TEXT, line.length - LineFormat.TEXT)
          : null;
    } catch (IOException _) {
      return null;
    }
  }

  public boolean isGood(byte[] line) {
    return format.isGood(line, 0, line.length);
  }
}
