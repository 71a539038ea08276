package dev.roastery.common.storage.s3;

import dev.roastery.common.storage.s3.credentials.Credentials;
import dev.roastery.common.storage.s3.signature.Signature;
import dev.roastery.common.storage.s3.signature.SigningTime;
import dev.roastery.common.storage.s3.signature.UriText;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLConnection;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One request and its answer. <b>It is sent once.</b> Left to itself, {@code HttpURLConnection}
 * sends a request again when a connection that it used before breaks, and follows redirects. It
 * does neither in the mode of a fixed length, in which every request goes that has a body: {@code
 * ExchangeTest} shows that, with servers that close the connection.
 */
final class Exchange {

  /** The way to a store, which a test may replace. */
  interface Opener {
    URLConnection open(URI address) throws IOException;
  }

  private final S3Bucket bucket;
  private final S3Limits limits;
  private final Opener opener;
  private final StallGuard guard;

  Exchange(S3Bucket bucket, S3Limits limits, Opener opener, StallGuard guard) {
    this.bucket = bucket;
    this.limits = limits;
    this.opener = opener;
    this.guard = guard;
  }

  /**
   * The answer; an {@link IOException} says nothing about whether the store has got the request.
   */
  S3Answer send(S3Request request, Signer signer) throws IOException {
    String path = bucket.path(request.key());
    String query = UriText.query(request.query());
    SortedMap<String, String> headers = new TreeMap<>(request.headers());
    headers.put("host", bucket.host());
    headers.put(Signature.PAYLOAD_HASH, request.body().hash());
    signer.sign(headers, request.method(), path, query);

    String address = bucket.endpoint().getScheme() + "://" + bucket.host() + path;
    URI whole = URI.create(query.isEmpty() ? address : address + "?" + query);
    HttpURLConnection connection = (HttpURLConnection) opener.open(whole);
    configure(connection, request, headers);
    try (StallGuard.Watch watch = guard.watch(connection)) {
      try {
        return exchange(connection, request, signer, watch);
      } catch (RuntimeException e) { // the JDK's, when it is disconnected in the middle
        watch.requireWhole();
        throw e;
      }
    }
  }

  private static S3Answer exchange(
      HttpURLConnection connection, S3Request request, Signer signer, StallGuard.Watch watch)
      throws IOException {
    if (request.sends()) {
      try (OutputStream out = connection.getOutputStream()) {
        out.write(request.body().bytes(), 0, request.body().length());
      }
      watch.requireWhole();
    }
    int status = connection.getResponseCode();
    if (status < 0) {
      throw new IOException("the answer is not one of HTTP");
    }
    return S3Answer.of(connection, status, signer.credentials());
  }

  private void configure(
      HttpURLConnection connection, S3Request request, SortedMap<String, String> headers)
      throws IOException {
    connection.setRequestMethod(request.method());
    connection.setConnectTimeout(limits.connectMillisMax());
    connection.setReadTimeout(limits.answerMillisMax());
    connection.setInstanceFollowRedirects(false);
    connection.setUseCaches(false);
    headers.forEach((name, value) -> {
      if (!name.equals("host")) { // the JDK sets it from the address, to the same
        connection.setRequestProperty(name, value);
      }
    });
    connection.setRequestProperty("User-Agent", "roastery");
    connection.setRequestProperty("Accept", "*/*");
    if (request.sends()) {
      connection.setDoOutput(true);
      connection.setRequestProperty("Content-Type", "application/octet-stream");
      connection.setFixedLengthStreamingMode(request.body().length());
    }
  }

  /** Adds what shows who sends a request, and when. */
  record Signer(Credentials credentials, String region, SigningTime time) {

    void sign(SortedMap<String, String> headers, String method, String path, String query) {
      Signature signature = new Signature(credentials, region, time.instant());
      headers.put("x-amz-date", signature.date());
      if (!credentials.sessionToken().isEmpty()) {
        headers.put("x-amz-security-token", credentials.sessionToken());
      }
      headers.put("authorization", signature.authorization(method, path, query, headers));
    }
  }
}
