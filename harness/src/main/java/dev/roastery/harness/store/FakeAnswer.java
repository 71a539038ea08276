package dev.roastery.harness.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.TreeMap;

/** What a server says. */
public record FakeAnswer(int status, Map<String, String> headers, byte[] body) {

  public static FakeAnswer of(int status, String body) {
    return new FakeAnswer(status, Map.of(), body.getBytes(UTF_8));
  }

  /** As S3 tells a mistake. */
  public static FakeAnswer error(int status, String code, String message) {
    return of(
        status,
        "<?xml version=\"1.0\"?><Error><Code>%s</Code><Message>%s</Message></Error>"
            .formatted(code, message));
  }

  public FakeAnswer with(String name, String value) {
    Map<String, String> more = new TreeMap<>(headers);
    more.put(name, value);
    return new FakeAnswer(status, more, body);
  }

  /**
   * @param bytesMax of the body, after which the connection is to break
   */
  void send(OutputStream out, int bytesMax) throws IOException {
    StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " x\r\n");
    headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    if (status != 204) {
      head.append("Content-Length: " + body.length + "\r\n");
    }
    out.write((head + "\r\n").getBytes(ISO_8859_1));
    out.write(body, 0, Math.min(body.length, bytesMax));
    out.flush();
  }
}
