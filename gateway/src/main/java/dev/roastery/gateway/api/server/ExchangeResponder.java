package dev.roastery.gateway.api.server;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.roastery.gateway.api.response.ApiResponse;
import dev.roastery.gateway.api.response.HttpProblem;
import dev.roastery.gateway.api.response.ProblemType;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A request and its answer, of which there is at most one: from the request's own thread, or a 408
 * from elsewhere while that thread waits for a body that has stalled.
 */
final class ExchangeResponder {

  /** So little is waited for before a refusal, and the connection can be used on. */
  private static final long SMALL = 64 << 10;

  /** What the server below takes for a body of unknown length. */
  private static final long CHUNKED = 0;

  private static final Map<String, String> ALWAYS =
      Map.of(
          "X-Content-Type-Options", "nosniff",
          "Referrer-Policy", "no-referrer",
          "Cache-Control", "no-store",
          "Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");

  private final HttpExchange exchange;
  private final ClientWait turn;
  private final HttpLimits limits;
  private final RequestBody body;
  private final ResponseBody out;
  private final ReentrantLock answering = new ReentrantLock();
  private volatile int status;
  private String route = "none";

  ExchangeResponder(HttpExchange exchange, ClientWait turn, HttpLimits limits) {
    this.exchange = exchange;
    this.turn = turn;
    this.limits = limits;
    this.body = new RequestBody(exchange.getRequestBody(), announced(exchange), turn);
    this.out = new ResponseBody(exchange.getResponseBody(), turn);
    turn.onStall(this::sayTimeout);
  }

  private static long announced(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    if (headers.containsKey("Transfer-Encoding")) {
      return -1;
    }
    String length = headers.getFirst("Content-Length");
    return length == null ? 0 : Long.parseLong(length);
  }

  RequestBody body() {
    return body;
  }

  void found(Route found) {
    route = found.template();
  }

  /** How the metrics call what was asked. */
  String route() {
    return route;
  }

  /** Of the answer; 0 before there is one. */
  int status() {
    return status;
  }

  /** Whether the server below ends the exchange with the headers. */
  private boolean isHeadersOnly(ApiResponse answer) {
    return answer.body() instanceof ApiResponse.Body.Nothing
        || exchange.getRequestMethod().equals("HEAD");
  }

  /** Answers, sees to what is left of the request's body, and ends the exchange. */
  void answer(ApiResponse answer) throws IOException {
    answering.lock();
    try {
      if (status != 0) {
        throw new ClientWait.StalledException();
      }
      boolean closes = answer.isError() && body.remaining() > SMALL;
      send(closes ? answer.with("Connection", "close") : answer, out);
    } finally {
      answering.unlock();
      if (answer.body() instanceof ApiResponse.Body.Stream stream) {
        stream.over().run();
      }
    }
    if (isHeadersOnly(answer)) {
      return;
    }
    if (answer.isError() && body.remaining() > SMALL) {
      body.drain(limits.drainBytesMax(), limits.drainMillisMax());
    } else {
      body.drain(Long.MAX_VALUE, Integer.MAX_VALUE);
    }
    out.close();
  }

  /** For a client that has stalled within the body; after it the connection must be closed. */
  void sayTimeout() {
    answering.lock();
    try {
      if (status == 0) {
        HttpProblem late =
            new HttpProblem(
                ProblemType.TIMEOUT,
                "no byte of the body has arrived for " + limits.stallMillisMax() + " ms");
        ApiResponse last = late.answer(ApiRequest.shown(exchange.getRequestURI()));
        // Not through the request's turn, which still waits for the body.
        send(last.with("Connection", "close"), exchange.getResponseBody());
      }
    } catch (IOException _) {
      // The client can no longer be reached; the connection ends now, as it would have anyway.
    } finally {
      answering.unlock();
    }
  }

  private void send(ApiResponse answer, OutputStream to) throws IOException {
    status = answer.status();
    Headers headers = exchange.getResponseHeaders();
    ALWAYS.forEach(headers::set);
    answer.headers().forEach(headers::set);
    long length =
        switch (answer.body()) {
          case ApiResponse.Body.Nothing _ -> -1;
          case ApiResponse.Body.Bytes bytes -> bytes.bytes().length;
          case ApiResponse.Body.Contents contents -> contents.bytes();
          case ApiResponse.Body.Stream _ -> CHUNKED;
        };
    boolean headersOnly = isHeadersOnly(answer);
    if (headersOnly && length > 0) {
      headers.set("Content-Length", Long.toString(length));
    }
    ClientWait.SocketCall headersCall =
        () -> {
          exchange.sendResponseHeaders(answer.status(), headersOnly ? -1 : length);
          return 0;
        };
    if (to == out) {
      turn.during(ClientWait.Wait.ANSWER, headersCall); // it also reads some of the request's body
    } else {
      headersCall.run();
    }
    if (!headersOnly) {
      write(answer.body(), to);
      to.flush();
    }
  }

  private static void write(ApiResponse.Body content, OutputStream to) throws IOException {
    switch (content) {
      case ApiResponse.Body.Nothing _ -> {}
      case ApiResponse.Body.Bytes bytes -> to.write(bytes.bytes());
      case ApiResponse.Body.Contents contents -> Files.copy(contents.file(), to);
      case ApiResponse.Body.Stream stream -> stream.writing().to(to);
    }
  }
}
