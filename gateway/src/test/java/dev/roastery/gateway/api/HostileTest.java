package dev.roastery.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that mean no good, or know no better. After each of them the gateway still works. */
class HostileTest {

  @TempDir private Path folder;
  private Gate gate;

  @BeforeEach
  void start() throws Exception {
    gate = new Gate(folder, null, Gate.impatient());
  }

  @AfterEach
  void itStillWorks() throws Exception {
    try (Gate tried = gate) {
      assertThat(tried.send("POST", "/v1/jobs", "{}").statusCode()).isEqualTo(201);
    }
  }

  @Test
  void largeHeadersAreRefusedAndHugeOnesNotEvenRead() throws Exception {
    HttpResponse<String> large = gate.send("GET", "/healthz", null, "X-Big", "x".repeat(20_000));
    assertThat(large.statusCode()).isEqualTo(431);
    assertThat(large.body()).contains("/problems/headers-too-large");

    try (RawClient raw = gate.raw()) {
      raw.send("GET /healthz HTTP/1.1\r\nHost: h\r\nX-Big: " + "x".repeat(140_000));
      assertThat(raw.isClosed()).isTrue();
    }
  }

  @Test
  void headersThatDoNotComeAreNotWaitedForForEver() throws Exception {
    try (RawClient raw = gate.raw()) {
      raw.send("GET /healthz HTTP/1.1\r\nHost: h\r\nX-Sl");
      assertThat(raw.isClosed()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 3\r\nTransfer-Encoding: chunked",
        "Content-Length: 3\r\nContent-Length: 4",
        "Content-Length: +3",
        "Content-Length: -3",
        "Content-Length: 3, 3",
        "Content-Length : 3",
        "Content-Length: 0x3",
        "Transfer-Encoding: gzip, chunked",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
        "Transfer-Encoding: xchunked",
        "Host: other",
      })
  void aRequestWithTwoMeaningsIsRefusedAndItsConnectionClosed(String lengths) throws Exception {
    String smuggled = "GET /metrics HTTP/1.1\r\nHost: h\r\n\r\n";
    try (RawClient raw = gate.raw()) {
      raw.send("POST /v1/jobs HTTP/1.1\r\nHost: h\r\n" + lengths + "\r\n\r\n0\r\n\r\n" + smuggled);

      assertThat(raw.answer()).doesNotStartWith("HTTP/1.1 2").doesNotContain("roastery_http");
      assertThat(raw.isClosed()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET",
        "GET /",
        "\u0000\u0001\u0002",
        "GET * HTTP/1.1",
        "GET foo:bar HTTP/1.1",
        "CONNECT h:80 HTTP/1.1",
        "GET //v1/jobs HTTP/1.1",
        "GET http://evil/v1/jobs HTTP/1.1",
        "GET /v1/jobs/%zz HTTP/1.1",
        "GET /../../etc/passwd HTTP/1.1",
        "GET /web/..%2fopenapi.yaml HTTP/1.1",
        "GET /web/%2e%2e/openapi.yaml HTTP/1.1",
        "GET /v1/jobs?state=%ff HTTP/1.1",
        "PRI * HTTP/2.0"
      })
  void nonsenseIsRefused(String line) throws Exception {
    try (RawClient raw = gate.raw()) {
      raw.send(line + "\r\nHost: h\r\nConnection: close\r\n\r\n");

      assertThat(raw.answer())
          .satisfiesAnyOf(
              answer -> assertThat(answer).isEmpty(),
              answer -> assertThat(answer).startsWith("HTTP/1.1 4"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-1\r\nabc\r\n0\r\n\r\n",
        "+3\r\nabc\r\n0\r\n\r\n",
        "0x3\r\nabc\r\n0\r\n\r\n",
        "g\r\nabc\r\n0\r\n\r\n",
        "ffffffffffffffff\r\nabc\r\n0\r\n\r\n",
        "10000000000000003\r\nabc\r\n0\r\n\r\n",
        "\r\nabc\r\n0\r\n\r\n",
        "3\r\nabcdef\r\n0\r\n\r\n",
      })
  void aBodyInDamagedChunksIsNoBody(String chunks) throws Exception {
    try (RawClient raw = gate.raw()) {
      raw.send("POST /v1/jobs HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks);

      assertThat(raw.answer()).doesNotStartWith("HTTP/1.1 2");
      assertThat(raw.isClosed()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"OPTIONS", "TRACE", "PROPFIND", "PUT", "get", "G\u0000T", "CONNECT"})
  void aMethodThatTheCallDoesNotHaveIsRefusedAndRepeatsNothing(String method) throws Exception {
    try (RawClient raw = gate.raw()) {
      raw.send(
          method + " /v1/jobs HTTP/1.1\r\nHost: h\r\nX-Secret: 1234\r\nConnection: close\r\n\r\n");

      assertThat(raw.answer())
          .satisfiesAnyOf(
              answer -> assertThat(answer).isEmpty(),
              answer -> assertThat(answer).startsWith("HTTP/1.1 4"))
          .doesNotContain("1234")
          .doesNotContain("Access-Control-");
    }
  }

  @Test
  void aRangeIsAnsweredWithTheWholeAndNoPartIsMadeOfARange() throws Exception {
    HttpResponse<String> whole = gate.send("GET", "/openapi.yaml", null);
    HttpResponse<String> ranges =
        gate.send(
            "GET", "/openapi.yaml", null, "Range", "bytes=0-0,1-1,0-,-1" + ",0-".repeat(1_000));
    assertThat(ranges.statusCode()).isEqualTo(200);
    assertThat(ranges.body()).isEqualTo(whole.body());

    String part = Gate.part(gate.createJob(), "stores", "s.csv");
    HttpResponse<String> put = gate.send("PUT", part, "2\n", "Content-Range", "bytes 3-4/5");
    assertThat(put.statusCode()).isEqualTo(400);
    assertThat(put.body()).contains("send the rest with PATCH and Upload-Offset");
    assertThat(gate.send("HEAD", part, null).statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Upload-Complete: ?0\r\nUpload-Complete: ?1",
        "Content-Encoding: gzip\r\nContent-Encoding: identity"
      })
  void aHeaderWithTwoValuesIsNotGuessedAt(String headers) throws Exception {
    String part = Gate.part(gate.createJob(), "stores", "s.csv");
    try (RawClient raw = gate.raw()) {
      raw.send(
          "PUT "
              + part
              + " HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n"
              + headers
              + "\r\n\r\na\n");

      assertThat(raw.answer()).startsWith("HTTP/1.1 400 ").contains("is given twice");
    }
  }

  /** DNS rebinding: a web site's own name that is given the address of the visitor's machine. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "evil.example:8080",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "EVIL.EXAMPLE",
        "evil.example.",
        "a@evil.example"
      })
  void aGatewayForThisMachineIsNotCalledByTheNameOfAWebSite(String host) throws Exception {
    try (RawClient raw = gate.raw()) {
      raw.send(
          "GET /v1/jobs HTTP/1.1\r\nHost: " + host + "\r\nOrigin: http://" + host + "\r\n\r\n");

      assertThat(raw.answer()).startsWith("HTTP/1.1 403 ").contains("called by localhost");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "localhost:8080",
        "127.0.0.1:1",
        "[::1]:8080",
        "api.localhost",
        "gateway:8080"
      })
  void itIsCalledByAllNamesOfThisMachine(String host) throws Exception {
    try (RawClient raw = gate.raw()) {
      raw.send("GET /v1/jobs HTTP/1.1\r\nHost: " + host + "\r\n\r\n");

      assertThat(raw.answer()).startsWith("HTTP/1.1 200 ");
    }
  }

  @Test
  void idleConnectionsTakeNothingFromOthers() throws Exception {
    int count = affordableConnections();
    List<RawClient> idle = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        idle.add(gate.raw());
      }
      assertThat(gate.send("GET", "/healthz", null).statusCode()).isEqualTo(200);
      idle.getFirst().send("GET /healthz HTTP/1.1\r\nHost: h\r\n\r\n");
      assertThat(idle.getFirst().answer()).startsWith("HTTP/1.1 200 ");
      assertThat(idle).hasSizeGreaterThan(100);
    } finally {
      for (RawClient each : idle) {
        each.close();
      }
    }
  }

  /** Both ends of each are in this process. */
  private static int affordableConnections() {
    UnixOperatingSystemMXBean system =
        (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long free = system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount();
    return (int) Math.min(9_900, (free - 400) / 2);
  }

  @Test
  void closedConnectionsAreForgotten() throws IOException {
    // More than may be open at once: each is broken off within its body.
    for (int i = 0; i < 10_100; i++) {
      try (RawClient raw = gate.raw()) {
        raw.send("POST /v1/jobs HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n{");
      }
    }
  }
}
