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
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PagesTest {

  /** The colours that a person has chosen; the names of files that are being sent. */
  private static final Set<String> KEEPING = Set.of("main.js", "upload.js");

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
    for (Path file : files()) {
      String text = Files.readString(file);
      assertThat(text)
          .as(file.toString())
          .doesNotContainPattern(
              "https?://(?!www\\.w3\\.org/)|innerHTML|eval\\(|style=|onclick=\"");
      assertThat(text.contains("localStorage"))
          .as("what %s keeps after the tab is closed, which must not be a token", file)
          .isEqualTo(KEEPING.contains(file.getFileName().toString()));
      Matcher matcher = used.matcher(text);
      while (matcher.find()) {
        assertThat(gate.send("GET", matcher.group(1), null).statusCode()).isEqualTo(200);
      }
    }
    assertThat(gate.send("GET", "/web/package-info.class", null).statusCode()).isEqualTo(404);
  }

  private static List<Path> files() throws Exception {
    try (Stream<Path> all = Files.list(Path.of(Pages.class.getResource("web").toURI()))) {
      List<Path> files = all.toList();
      assertThat(files).hasSizeGreaterThan(4);
      return files;
    }
  }

  /** Whatever is in the folder can be used by the page; its modules name each other. */
  @Test
  void eachFileOfThePageIsServedWithItsType() throws Exception {
    for (Path file : files()) {
      String name = file.getFileName().toString();
      if (name.equals("index.html")) {
        continue;
      }
      HttpResponse<String> answer = gate.send("GET", "/web/" + name, null);
      assertThat(answer.statusCode()).as(name).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type").orElseThrow())
          .startsWith(name.endsWith(".js") ? "text/javascript" : "text/css");
      assertThat(answer.body()).isEqualTo(Files.readString(file));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/web/main.js", "/web/style.css", "/openapi.yaml"})
  void aFileIsCompressedAndSentAgainOnlyWhenItIsAnother(String path) throws Exception {
    HttpResponse<String> plain = gate.send("GET", path, null);
    HttpResponse<byte[]> packed = packed(path, "br, gzip;q=0.8");
    assertThat(plain.headers().firstValue("Content-Encoding")).isEmpty();
    assertThat(packed.headers().firstValue("Content-Encoding")).contains("gzip");
    assertThat(packed.headers().firstValue("Vary")).contains("Accept-Encoding");
    assertThat(packed.body().length).isLessThan(plain.body().length());
    assertThat(unpacked(packed.body())).isEqualTo(plain.body());
    assertThat(packed(path, "gzip;q=0, identity").headers().firstValue("Content-Encoding"))
        .isEmpty();

    String tag = plain.headers().firstValue("ETag").orElseThrow();
    assertThat(packed.headers().firstValue("ETag").orElseThrow()).isNotEqualTo(tag);
    HttpResponse<String> known = gate.send("GET", path, null, "If-None-Match", "\"x\", " + tag);
    assertThat(known.statusCode()).isEqualTo(304);
    assertThat(known.body()).isEmpty();
    assertThat(known.headers().firstValue("ETag")).contains(tag);
    assertThat(gate.send("GET", path, null, "If-None-Match", "\"x\"").statusCode()).isEqualTo(200);
  }

  private HttpResponse<byte[]> packed(String path, String accepted) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(gate.address().resolve(path))
              .header("Accept-Encoding", accepted)
              .build(),
          BodyHandlers.ofByteArray());
    }
  }

  private static String unpacked(byte[] bytes) throws IOException {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "index.html",
        "..%2fopenapi.yaml",
        "%2e%2e%2fPages.class",
        "main.JS",
        ".js",
        "no-such.js"
      })
  void nothingElseIsServed(String file) throws Exception {
    assertThat(gate.send("GET", "/web/" + file, null).statusCode()).isEqualTo(404);
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
