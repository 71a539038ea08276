package dev.roastery.gateway.api.response;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** What goes back to a client. */
public record ApiResponse(int status, Map<String, String> headers, Body body) {

  public static final String JSON = "application/json";
  static final String PROBLEM = "application/problem+json";

  public sealed interface Body {
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
  public interface Writing {
    void to(OutputStream out) throws IOException;
  }

  public static ApiResponse nothing(int status) {
    return new ApiResponse(status, Map.of(), new Body.Nothing());
  }

  public static ApiResponse json(int status, Object value) {
    return bytes(status, JSON, (ApiJson.text(value) + "\n").getBytes(UTF_8));
  }

  public static ApiResponse bytes(int status, String type, byte[] bytes) {
    return new ApiResponse(status, Map.of("Content-Type", type), new Body.Bytes(bytes));
  }

  public static ApiResponse contents(String type, Path file) throws IOException {
    Body body = new Body.Contents(file, Files.size(file));
    return new ApiResponse(200, Map.of("Content-Type", type), body);
  }

  public static ApiResponse stream(String type, Writing writing, Runnable over) {
    return new ApiResponse(200, Map.of("Content-Type", type), new Body.Stream(writing, over));
  }

  public ApiResponse with(String name, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new ApiResponse(status, more, body);
  }

  public boolean isError() {
    return status >= 400;
  }
}
