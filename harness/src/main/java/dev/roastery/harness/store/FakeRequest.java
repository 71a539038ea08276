package dev.roastery.harness.store;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A request as it came over a connection.
 *
 * @param key behind the bucket, decoded
 * @param headers by their names in small letters
 */
public record FakeRequest(
    String method,
    String key,
    Map<String, String> query,
    Map<String, String> headers,
    byte[] body) {

  /** Its first line and its headers; nothing is read of its body. */
  static FakeRequest head(InputStream in) throws IOException {
    String[] words = line(in).split(" ", -1);
    if (words.length < 3) {
      throw new EOFException("no request");
    }
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    String[] address = words[1].split("\\?", 2);
    String[] path = address[0].split("/", 3);
    Map<String, String> query = new TreeMap<>();
    if (address.length == 2) {
      for (String pair : address[1].split("&", -1)) {
        String[] both = pair.split("=", 2);
        query.put(both[0], URLDecoder.decode(both[1], UTF_8));
      }
    }
    String key = path.length < 3 ? "" : URLDecoder.decode(path[2].replace("+", "%2B"), UTF_8);
    return new FakeRequest(words[0], key, query, headers, new byte[0]);
  }

  FakeRequest withBody(InputStream in) throws IOException {
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException("a request that was cut off");
    }
    return new FakeRequest(method, key, query, headers, bytes);
  }

  /** Whether it is one that decides a create. */
  public boolean isConditional() {
    return headers.containsKey("if-none-match");
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the connection has ended");
      }
      bytes.write(next);
    }
    return bytes.toString(ISO_8859_1).stripTrailing();
  }
}
