package dev.roastery.common.storage.s3.credentials;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.roastery.common.storage.object.StoreAwayException;
import dev.roastery.common.storage.object.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;

/** A call to a service of this machine or container that knows its credentials. */
record MetadataCall(String method, URI address, Map<String, String> headers) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int LIMIT_MILLIS = 2_000;
  private static final int BYTES_MAX = 1 << 16;

  /** What has come: a text that may be secret. */
  record Told(int status, String text) {

    @Override
    public String toString() {
      return "an answer of status " + status;
    }
  }

  Told tell() throws IOException {
    var connection = (HttpURLConnection) address.toURL().openConnection(Proxy.NO_PROXY);
    connection.setRequestMethod(method);
    connection.setConnectTimeout(LIMIT_MILLIS);
    connection.setReadTimeout(LIMIT_MILLIS);
    connection.setInstanceFollowRedirects(false);
    headers.forEach(connection::setRequestProperty);
    if (method.equals("PUT")) {
      connection.setDoOutput(true);
      connection.setFixedLengthStreamingMode(0);
      connection.getOutputStream().close();
    }
    int status = connection.getResponseCode();
    InputStream body = status < 400 ? connection.getInputStream() : connection.getErrorStream();
    try (InputStream in = body == null ? InputStream.nullInputStream() : body) {
      return new Told(status, new String(in.readNBytes(BYTES_MAX), UTF_8));
    }
  }

  /** Its answer, which must be credentials. */
  Credentials credentials() throws StoreException {
    try {
      Told told = tell();
      if (told.status() != 200) {
        throw new StoreAwayException("no credentials at " + address + ": it says " + told.status());
      }
      return parse(told.text());
    } catch (StoreException e) {
      throw e;
    } catch (IOException e) {
      throw new StoreAwayException("no credentials at " + address + ": it does not answer", e);
    }
  }

  /** No cause: the parser's messages quote what they could not read. */
  private Credentials parse(String text) throws StoreAwayException {
    try {
      JsonNode all = JSON.readTree(text);
      String end = all.path("Expiration").asText();
      return new Credentials(
          all.required("AccessKeyId").asText(),
          all.required("SecretAccessKey").asText(),
          all.path("Token").asText(),
          end.isEmpty() ? Instant.MAX : Instant.parse(end));
    } catch (JsonProcessingException | IllegalArgumentException | DateTimeException _) {
      throw new StoreAwayException("what " + address + " sends are no credentials");
    }
  }

  @Override
  public String toString() {
    return method + " " + address;
  }
}
