package dev.roastery.common.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an orchestrator asks a worker: does it live, is it of use, what does it own. */
public final class HealthServer implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(HealthServer.class);

  private final @Nullable HttpServer server;

  /** Whether the node is of use now; otherwise what it lacks. */
  public record Readiness(boolean ready, String sentence) {}

  private HealthServer(@Nullable HttpServer server) {
    this.server = server;
  }

  /** A negative port is none. */
  static HealthServer start(
      int port, Supplier<Readiness> readiness, Supplier<WorkerMetrics> figures) {
    if (port < 0) {
      return new HealthServer(null);
    }
    HttpServer server = bind(port);
    server.createContext("/healthz", exchange -> answer(exchange, 200, "alive\n"));
    server.createContext(
        "/readyz",
        exchange -> {
          Readiness now = readiness.get();
          answer(exchange, now.ready() ? 200 : 503, now.sentence() + "\n");
        });
    server.createContext("/metrics", exchange -> answer(exchange, 200, figures.get().text()));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    log.info("health endpoints on port {}", server.getAddress().getPort());
    return new HealthServer(server);
  }

  private static HttpServer bind(int port) {
    try {
      return HttpServer.create(new InetSocketAddress(port), 16);
    } catch (IOException e) {
      throw new Fatal(
          FatalReason.PORT_TAKEN, "port " + port + " cannot be used: " + e.getMessage(), e);
    }
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
    exchange.sendResponseHeaders(status, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
    exchange.close();
  }

  @Override
  public void close() {
    if (server != null) {
      server.stop(0);
    }
  }
}
