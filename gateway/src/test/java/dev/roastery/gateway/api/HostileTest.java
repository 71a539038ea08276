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
