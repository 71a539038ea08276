package dev.roastery.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.common.plan.document.JsonWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** What goes back to a client. */
record Answer(int status, Map<String, String> headers, Body body) {

  static final String JSON = "application/json";
  static final String PROBLEM = "application/problem+json";

  sealed interface Body {
    record Nothing() implements Body {}

    record Bytes(byte[] bytes) implements Body {}

    record Contents(Path file, long bytes) implements Body {}

    /**
     * An answer whose length is unknown before it is written.
     *
     * @param over runs exactly once, even if nothing could be written
     */
    record Stream(Writing writing, Runnable over) implements Body {}
  }

  @FunctionalInterface
  interface Writing {
    void to(OutputStream out) throws IOException;
  }

  static Answer nothing(int status) {
    return new Answer(status, Map.of(), new Body.Nothing());
  }

  static Answer json(int status, JsonObject json) {
    byte[] bytes = (JsonWriter.write(json.json()) + "\n").getBytes(UTF_8);
    return bytes(status, JSON, bytes);
  }

  static Answer bytes(int status, String type, byte[] bytes) {
    return new Answer(status, Map.of("Content-Type", type), new Body.Bytes(bytes));
  }

  static Answer contents(String type, Path file) throws IOException {
    Body body = new Body.Contents(file, Files.size(file));
    return new Answer(200, Map.of("Content-Type", type), body);
  }

  static Answer stream(String type, Writing writing, Runnable over) {
    return new Answer(200, Map.of("Content-Type", type), new Body.Stream(writing, over));
  }

  Answer with(String name, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new Answer(status, more, body);
  }

  boolean isError() {
    return status >= 400;
  }
}
