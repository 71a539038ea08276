package dev.roastery.gateway.api.server;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.roastery.common.fault.Fatal;
import dev.roastery.gateway.api.response.ApiResponse;
import dev.roastery.gateway.api.response.HttpProblem;
import dev.roastery.gateway.api.response.ProblemType;
import dev.roastery.gateway.jobs.service.Refusal;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The entry point of every request: authenticates the client, finds the route, and handles
 * failures.
 */
public final class RequestHandler implements HttpHandler {

  private static final Logger LOG = LoggerFactory.getLogger(RequestHandler.class);

  private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");

  private final Router router;
  private final Tokens tokens;
  private final HttpLimits limits;
  private final RequestMetrics metrics;
  private final Consumer<Fatal> onFatal;
  private int underWay; // guarded by this
  private volatile boolean closing;

  public RequestHandler(
      Router router,
      Tokens tokens,
      HttpLimits limits,
      RequestMetrics metrics,
      Consumer<Fatal> onFatal) {
    this.router = router;
    this.tokens = tokens;
    this.limits = limits;
    this.metrics = metrics;
    this.onFatal = onFatal;
  }

  /** From now on nothing new is begun. */
  public void close() {
    closing = true;
  }

  /** Waits until no request is under way, or for so long. */
  public synchronized void awaitIdle(int millisMax) {
    long end = System.nanoTime() + millisMax * 1_000_000L;
    try {
      for (long left = millisMax; underWay > 0 && left > 0; ) {
        wait(left);
        left = (end - System.nanoTime()) / 1_000_000;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the thread that closes the gateway has no time left
    }
  }

  private synchronized void count(int change) {
    underWay += change;
    if (underWay == 0) {
      notifyAll();
    }
  }

  /**
   * An exception that leaves this method makes the server close the connection and forget it;
   * closing the exchange instead would leave the connection in the server's count for ever.
   */
  @Override
  public void handle(HttpExchange exchange) throws IOException {
    ClientWait turn = ClientWait.CURRENT.get();
    long begun = System.nanoTime();
    count(1);
    try {
      if (turn.end()) {
        throw new ClientWait.StalledException();
      }
      requireOneMeaning(exchange.getRequestHeaders());
      ExchangeResponder talk = new ExchangeResponder(exchange, turn, limits);
      try {
        converse(exchange, talk);
      } finally {
        metrics.answered(talk.route(), talk.status(), System.nanoTime() - begun);
        metrics.received(talk.body().count());
      }
    } finally {
      count(-1);
    }
  }

  private void converse(HttpExchange exchange, ExchangeResponder talk) throws IOException {
    URI address = exchange.getRequestURI();
    ApiResponse answer;
    try {
      checkHeaders(exchange);
      Router.Match match = router.find(exchange.getRequestMethod(), address);
      talk.found(match.route());
      answer = answer(match, exchange, talk.body());
    } catch (HttpProblem problem) {
      answer = problem.answer(ApiRequest.shown(address));
    } catch (Refusal refusal) {
      answer = HttpProblem.of(refusal).answer(ApiRequest.shown(address));
    } catch (IOException e) {
      if (talk.body().isBroken()) {
        if (e instanceof ClientWait.StalledException) {
          talk.sayTimeout();
        }
        throw e;
      }
      answer = mistake(e).answer(ApiRequest.shown(address));
    } catch (Fatal fatal) {
      throw ending(fatal);
    } catch (RuntimeException | Error e) {
      answer = mistake(e).answer(ApiRequest.shown(address));
    }
    send(talk, answer);
  }

  /** What goes wrong when the answer has begun can only be seen by the client as its early end. */
  private void send(ExchangeResponder talk, ApiResponse answer) throws IOException {
    try {
      talk.answer(answer);
    } catch (Fatal fatal) {
      throw ending(fatal);
    } catch (RuntimeException | Error e) {
      LOG.error("the answer to {} was cut off", talk.route(), e);
      throw new IOException("the answer was cut off", e);
    }
  }

  /** A broken promise is no answer: it ends the process. The server below would swallow it. */
  private Fatal ending(Fatal fatal) {
    onFatal.accept(fatal);
    return fatal;
  }

  private ApiResponse answer(Router.Match match, HttpExchange exchange, RequestBody body)
      throws IOException {
    Route route = match.route();
    Headers headers = exchange.getRequestHeaders();
    if (closing) {
      throw new HttpProblem(
          ProblemType.UNAVAILABLE,
          "the gateway is stopping; try again soon",
          Map.of("Retry-After", "5", "Connection", "close"),
          Map.of());
    }
    String client = route.access() == Route.Access.PUBLIC ? "" : tokens.client(headers);
    Map<String, String> query = ApiRequest.query(route, exchange.getRequestURI());
    return route
        .handler()
        .answer(new ApiRequest(route, client, match.variables(), query, headers, body));
  }

  private void checkHeaders(HttpExchange exchange) {
    long bytes = exchange.getRequestURI().toString().length();
    for (Map.Entry<String, List<String>> header : exchange.getRequestHeaders().entrySet()) {
      for (String value : header.getValue()) {
        bytes += header.getKey().length() + value.length() + ": \r\n".length();
      }
    }
    if (bytes > limits.headerBytesMax()) {
      throw new HttpProblem(
          ProblemType.HEADERS_TOO_LARGE,
          "address and headers have more than the " + limits.headerBytesMax() + " bytes allowed");
    }
    checkOrigin(exchange);
  }

  /**
   * A page of another site must not use a visitor's browser to call a gateway that needs no token.
   */
  private static void checkOrigin(HttpExchange exchange) {
    String origin = exchange.getRequestHeaders().getFirst("Origin");
    String host = exchange.getRequestHeaders().getFirst("Host");
    if (origin != null
        && !exchange.getRequestMethod().equals("GET")
        && (host == null
            || !origin.toLowerCase(Locale.ROOT).endsWith("://" + host.toLowerCase(Locale.ROOT)))) {
      throw new HttpProblem(
          ProblemType.FORBIDDEN, "a page of another origin must not change anything here");
    }
  }

  /**
   * The server below reads a length of "+5" as 5, and the first of two hosts, where a proxy may
   * read something else.
   */
  private static void requireOneMeaning(Headers headers) throws IOException {
    String length = headers.getFirst("Content-Length");
    if (length != null && !LENGTH.matcher(length).matches()) {
      throw new IOException("a Content-Length that is not a number");
    }
    if (headers.getOrDefault("Host", List.of()).size() > 1) {
      throw new IOException("two hosts");
    }
  }

  private static HttpProblem mistake(Throwable e) {
    String id = UUID.randomUUID().toString();
    LOG.error("a request has failed; its answer has the id {}", id, e);
    return new HttpProblem(
        ProblemType.INTERNAL,
        "the gateway failed to answer because of an internal error; its log has the details under"
            + " the id "
            + id,
        Map.of(),
        Map.of("id", id));
  }
}
