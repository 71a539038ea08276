package dev.roastery.cli.client;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/** Calls of one gateway by one client; several threads may call at once. */
public final class GatewayClient implements AutoCloseable {

  private static final Duration CONNECT_MAX = Duration.ofSeconds(10);
  private static final Duration SILENCE_MAX = Duration.ofSeconds(60);

  /** Those that a gateway, or a proxy before one that restarts, answers for a while. */
  private static final Set<Integer> PASSING = Set.of(408, 429, 502, 503, 504);

  private final String base;
  private final @Nullable String token;
  private final RetryBudget retryBudget;
  private final HttpClient http;

  public GatewayClient(URI base, @Nullable String token, RetryBudget retryBudget) {
    this.base = base.toString().replaceAll("/+$", "");
    this.token = token;
    this.retryBudget = retryBudget;
    // A redirect is never followed: it could carry the token elsewhere.
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_MAX)
            .build();
  }

  /** Calls until there is an answer. */
  public GatewayAnswer get(String path) throws InterruptedException {
    return call(request(path).GET());
  }

  public GatewayAnswer post(String path) throws InterruptedException {
    return call(request(path).POST(BodyPublishers.noBody()));
  }

  /** Of a call that changes nothing when it is repeated. */
  public GatewayAnswer post(String path, String json) throws InterruptedException {
    return call(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  /** The key makes it safe to send this again when the answer was lost. */
  public GatewayAnswer post(String path, String json, String idempotencyKey)
      throws InterruptedException {
    return call(
        request(path)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", idempotencyKey)
            .POST(BodyPublishers.ofString(json)));
  }

  /** What is gone at the second attempt was deleted by the first. */
  public void delete(String path) throws InterruptedException {
    RetryBudget.Attempts attempts = retryBudget.attempts();
    while (true) {
      try {
        once(request(path).DELETE(), text(), () -> 0, SILENCE_MAX);
        return;
      } catch (Interruption why) {
        attempts.pause(why);
      } catch (GatewayFailure failure) {
        if (failure.status() == 404 && attempts.repeated()) {
          return;
        }
        throw failure;
      }
    }
  }

  /** One look; empty without a good answer within that time. */
  public Optional<GatewayAnswer> glance(String path, Duration limit) throws InterruptedException {
    try {
      return Optional.of(once(request(path).GET(), text(), () -> 0, limit));
    } catch (Interruption | GatewayFailure _) {
      return Optional.empty();
    }
  }

  private GatewayAnswer call(HttpRequest.Builder request) throws InterruptedException {
    RetryBudget.Attempts attempts = retryBudget.attempts();
    while (true) {
      try {
        return once(request);
      } catch (Interruption why) {
        attempts.pause(why);
      }
    }
  }

  RetryBudget retryBudget() {
    return retryBudget;
  }

  HttpClient http() {
    return http;
  }

  HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
    return token == null ? request : request.header("Authorization", "Bearer " + token);
  }

  static BodyHandler<String> text() {
    return BodyHandlers.ofString();
  }

  GatewayAnswer once(HttpRequest.Builder request) throws Interruption, InterruptedException {
    return once(request, text(), () -> 0, SILENCE_MAX);
  }

  /** One attempt, given up when {@code moved} has not changed for so long. */
  GatewayAnswer once(
      HttpRequest.Builder request, BodyHandler<String> body, LongSupplier moved, Duration silence)
      throws Interruption, InterruptedException {
    CompletableFuture<HttpResponse<String>> sent = http.sendAsync(request.build(), body);
    try {
      long before = moved.getAsLong();
      while (true) {
        try {
          HttpResponse<String> response = sent.get(silence.toMillis(), TimeUnit.MILLISECONDS);
          return judged(response, response.body());
        } catch (TimeoutException _) {
          long now = moved.getAsLong();
          if (now == before) {
            throw new Interruption(
                "no data moves between this client and "
                    + base
                    + " for "
                    + RetryBudget.text(silence));
          }
          before = now;
        }
      }
    } catch (ExecutionException failed) {
      throw interruption(failed.getCause());
    } finally {
      sent.cancel(true);
    }
  }

  /** What an exception of a connection means. */
  Interruption interruption(@Nullable Throwable failure) {
    return switch (failure) {
      case SSLHandshakeException untrusted ->
          throw new GatewayFailure(
              GatewayFailure.Kind.UNREACHABLE,
              base + " cannot prove its identity: " + untrusted.getMessage());
      case IOException broken -> new Interruption(base + " does not answer (" + why(broken) + ")");
      case RuntimeException unexpected -> throw unexpected;
      case null, default -> throw new IllegalStateException("a call failed", failure);
    };
  }

  private static String why(IOException broken) {
    if (broken instanceof ConnectException) {
      return "no connection";
    }
    return broken.getMessage() == null
        ? broken.getClass().getSimpleName()
        : broken.getMessage().lines().findFirst().orElse("");
  }

  /** A success, or an exception that says what to do about it. */
  GatewayAnswer judged(HttpResponse<?> response, String body) throws Interruption {
    int status = response.statusCode();
    if (PASSING.contains(status)) {
      // A proxy may say a date instead; then our own pause has to do.
      String after = response.headers().firstValue("Retry-After").orElse("");
      throw new Interruption(
          base + " answers " + status + ProblemDocuments.reason(body),
          Duration.ofSeconds(after.matches("\\d{1,6}") ? Long.parseLong(after) : 0));
    }
    retryBudget.answered();
    if (status >= 200 && status < 300) {
      return new GatewayAnswer(status, response.headers(), body);
    }
    throw ProblemDocuments.failure(base, response, body);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
