package dev.roastery.common.workflow;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The lines of one execution's files: the CRC-32C of the execution's id and the JSON, as eight
 * digits, a space, the JSON, a line feed. The JSON has no line feed, so a reader finds the next
 * line behind a damaged one.
 */
public final class EventLines {

  public static final int VERSION = 1;

  /** The first line of every file. Its fields stay, whatever the version. */
  public record Head(int format, String execution, long seq) {}

  private static final JsonMapper JSON =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  /** Finding the way to read a type takes longer than to read a line. */
  private static final Map<Class<?>, ObjectReader> READERS = new ConcurrentHashMap<>();

  /** A fact as it is in an event. */
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
      throw new IllegalArgumentException("no fact of this program: " + fact, e);
    }
  }

  private final byte[] salt;

  public EventLines(ExecutionId id) {
    salt = id.text().getBytes(UTF_8);
  }

  public byte[] line(Object value) {
    byte[] json = json(value).getBytes(UTF_8);
    return (checksum(json) + " " + new String(json, UTF_8) + "\n").getBytes(UTF_8);
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

  /** What the line means, without its line feed; nothing when it is damaged. */
  public <T> @Nullable T read(String line, Class<T> type) {
    if (!isGood(line)) {
      return null;
    }
    try {
      return reader(type).readValue(line.substring(9));
    } catch (JsonProcessingException _) {
      return null;
    }
  }

  public boolean isGood(String line) {
    return line.length() > 9
        && line.charAt(8) == ' '
        && line.substring(0, 8).equals(checksum(line.substring(9).getBytes(UTF_8)));
  }

  private String checksum(byte[] json) {
    CRC32C crc = new CRC32C();
    crc.update(salt);
    crc.update(json);
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }
}
