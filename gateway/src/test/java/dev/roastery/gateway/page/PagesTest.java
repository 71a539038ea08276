package dev.roastery.gateway.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.process.Metrics;
import dev.roastery.gateway.api.Gate;
import dev.roastery.gateway.api.HttpGateway;
import dev.roastery.gateway.api.RawClient;
import dev.roastery.gateway.api.server.HttpLimits;
import dev.roastery.gateway.api.server.HttpSettings;
import dev.roastery.gateway.api.server.Readiness;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PagesTest {

  private static final List<String> FILES =
      List.of("index.html", "style.css", "main.js", "api.js", "view.js");

  @TempDir private Path folder;
  private Gate gate;

  @BeforeEach
  void start() throws Exception {
    gate = new Gate(folder);
  }

  @AfterEach
  void stop() {
    gate.close();
  }

  @Test
  void thePageIsServedUnderAStrictPolicy() throws Exception {
    HttpResponse<String> page = gate.send("GET", "/", null);

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .startsWith("default-src 'none'; script-src 'self'; style-src 'self'")
        .doesNotContain("unsafe");
    assertThat(page.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(gate.send("GET", "/v1/jobs", null).headers().firstValue("Cache-Control"))
        .contains("no-store");
  }

  /** RFC 9110: whatever can be got can be asked about. */
  @ParameterizedTest
  @ValueSource(strings = {"/", "/web/main.js", "/healthz", "/openapi.yaml", "/v1/jobs"})
  void headAnswersAsGetDoesWithoutTheBody(String path) throws Exception {
    HttpResponse<String> get = gate.send("GET", path, null);
    HttpResponse<String> head = gate.send("HEAD", path, null);

    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(head.headers().firstValue("Content-Length"))
        .isEqualTo(get.headers().firstValue("Content-Length"));
    assertThat(gate.send("DELETE", path, null).headers().firstValue("Allow").orElseThrow())
        .contains("GET, HEAD");
  }

  @Test
  void thePageNeedsNothingFromElsewhereAndAllItNeedsIsServed() throws Exception {
    Pattern used = Pattern.compile("['\"](/web/[^'\"]+)['\"]");
    for (String file : FILES) {
      String text = new String(Pages.resource("web/" + file), UTF_8);
      assertThat(text)
          .doesNotContainPattern("https?://|innerHTML|localStorage|eval\\(|style=|onclick=\"");
      Matcher matcher = used.matcher(text);
      while (matcher.find()) {
        assertThat(gate.send("GET", matcher.group(1), null).statusCode()).isEqualTo(200);
      }
    }
    assertThat(gate.send("GET", "/web/package-info.class", null).statusCode()).isEqualTo(404);
  }

  @Test
  void healthReadinessAndMetricsNeedNoToken() throws Exception {
    gate.createJob();

    assertThat(gate.send("GET", "/healthz", null).body()).isEqualTo("alive\n");
    assertThat(gate.send("GET", "/readyz", null).body()).isEqualTo("ready: disk\n");
    // Counted when an answer has ended, which its client may notice before.
    await().until(() -> metrics().contains("route=\"/readyz\",status=\"2xx\"} 1\n"));
    await().until(() -> metrics().contains("roastery_http_requests_open 1\n"));
    String metrics = metrics();
    assertThat(metrics)
        .contains("# TYPE roastery_http_requests_total counter\n")
        .contains("roastery_http_requests_total{route=\"/v1/jobs\",status=\"2xx\"} 1\n")
        .contains("roastery_http_request_seconds_bucket{route=\"/v1/jobs\",le=\"+Inf\"} 1\n")
        .contains("roastery_http_request_seconds_count{route=\"/v1/jobs\"} 1\n")
        .contains("roastery_http_received_bytes_total 2\n");
    assertThat(metrics.lines())
        .allMatch(line -> line.matches("# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\\{.+\\})? [-0-9.E]+"));
  }

  private String metrics() throws Exception {
    return gate.send("GET", "/metrics", null).body();
  }

  @Test
  void whatIsMissingIsSaidByReadiness() throws Exception {
    HttpSettings settings = new HttpSettings(0, "127.0.0.1", null, null, HttpLimits.defaults());
    Readiness broken = () -> List.of(new Readiness.Check("broker", "nobody answers at amqp://h"));
    try (HttpGateway gateway =
            HttpGateway.start(settings, gate.jobs, broken, new Metrics(), gate.fatals::add);
        RawClient raw = new RawClient(gateway.address().getPort())) {
      raw.send("GET /readyz HTTP/1.1\r\nHost: h\r\n\r\n");

      assertThat(raw.answer())
          .startsWith("HTTP/1.1 503 ")
          .contains("\"missing\":[\"broker: nobody answers at amqp://h\"]");
    }
  }
}
