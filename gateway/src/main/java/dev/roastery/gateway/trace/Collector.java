package dev.roastery.gateway.trace;

import dev.roastery.common.storage.IoReason;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Somebody who takes traces by OTLP over HTTP. */
final class Collector implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final String TRACES = "/v1/traces";

  private final URI address;
  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(TIMEOUT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  /**
   * @param address of the collector; without a path it gets the usual one
   */
  Collector(URI address) {
    String path = String.valueOf(address.getPath());
    this.address = path.matches("/?") ? address.resolve(TRACES) : address;
  }

  /**
   * Why it was not taken and never will be; empty if it was taken. An exception says why it may be
   * later.
   */
  Optional<String> refusal(byte[] body) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build();
    int status = status(request);
    if (status / 100 == 2) {
      return Optional.empty();
    }
    if (status == 429 || status / 100 == 5) {
      throw new IOException("it answered " + status);
    }
    String hint = status / 100 == 3 ? ": redirects are not followed" : "";
    return Optional.of("it refuses the trace with status " + status + hint);
  }

  /** The request's own timeout would not cover a body that never ends. */
  private int status(HttpRequest request) throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<Void>> answer =
        client.sendAsync(request, HttpResponse.BodyHandlers.discarding());
    try {
      return answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS).statusCode();
    } catch (TimeoutException _) {
      throw new IOException("it did not answer within " + TIMEOUT.toSeconds() + " seconds");
    } catch (ExecutionException e) {
      throw new IOException(words(e.getCause()), e);
    } finally {
      answer.cancel(true);
    }
  }

  private static String words(@Nullable Throwable failure) {
    return switch (failure) {
      case HttpConnectTimeoutException _ ->
          "no connection within " + TIMEOUT.toSeconds() + " seconds";
      case ConnectException _ -> "no connection: nothing listens there, or its host is not known";
      case SSLException _ -> "no secure connection: it cannot prove its identity, or speaks no TLS";
      case IOException broken -> IoReason.of(broken);
      case null, default -> "the request could not be sent";
    };
  }

  @Override
  public void close() {
    client.shutdownNow();
  }

  @Override
  public String toString() {
    return address.toString();
  }
}
