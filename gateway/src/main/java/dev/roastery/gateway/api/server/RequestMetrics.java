package dev.roastery.gateway.api.server;

import dev.roastery.common.process.Metrics;
import java.util.List;

/** What is counted of every request. */
public final class RequestMetrics {

  private final Metrics.Counter requests;
  private final Metrics.Counter received;
  private final Metrics.Histogram durations;

  public RequestMetrics(Metrics metrics) {
    this.requests =
        metrics.counter(
            "roastery_http_requests_total",
            "Requests by route and class of status; \"none\" were not answered.",
            "route",
            "status");
    this.durations =
        metrics.histogram(
            "roastery_http_request_seconds",
            "Time from a request's headers to the end of its answer.",
            List.of(0.005, 0.025, 0.1, 0.5, 2.5, 10.0, 60.0),
            "route");
    this.received =
        metrics.counter("roastery_http_received_bytes_total", "Bytes of request bodies read.");
  }

  void answered(String route, int status, long nanos) {
    requests.add(1, route, status == 0 ? "none" : status / 100 + "xx");
    durations.observeNanos(nanos, route);
  }

  void received(long bytes) {
    received.add(bytes);
  }
}
