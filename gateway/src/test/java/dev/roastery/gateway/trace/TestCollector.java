package dev.roastery.gateway.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/**
 * A collector that keeps what it gets, and reads it with the definition of OTLP, which refuses what
 * it does not define.
 */
public final class TestCollector implements AutoCloseable {

  /** OTLP writes these in hexadecimal digits, where JSON of other protocols has base 64. */
  private static final Pattern ID =
      Pattern.compile("\"(traceId|spanId|parentSpanId)\":\"([0-9a-f]*)\"");

  private final HttpServer server;
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private volatile int status = 200;

  public TestCollector() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/v1/traces", this::take);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    if (!"application/json".equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
      exchange.sendResponseHeaders(415, -1);
      return;
    }
    bodies.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
    exchange.sendResponseHeaders(status, -1);
    exchange.close();
  }

  /** From now on it answers so. */
  public void answers(int code) {
    status = code;
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  public List<String> bodies() {
    return List.copyOf(bodies);
  }

  /** The spans of a body, if it is of OTLP. */
  public static List<Span> spans(String body) throws InvalidProtocolBufferException {
    String base64 =
        ID.matcher(body)
            .replaceAll(id ->
                "\"%s\":\"%s\""
                    .formatted(
                        id.group(1),
                        Base64.getEncoder().encodeToString(HexFormat.of().parseHex(id.group(2)))));
    ExportTraceServiceRequest.Builder request = ExportTraceServiceRequest.newBuilder();
    JsonFormat.parser().merge(base64, request);
    return request.getResourceSpansList().stream()
        .flatMap(resource -> resource.getScopeSpansList().stream())
        .flatMap(scope -> scope.getSpansList().stream())
        .toList();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
