package dev.roastery.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UploadTest {

  @TempDir private Path folder;
  private Gate gate;
  private UUID job;
  private String part;

  @BeforeEach
  void start() throws Exception {
    gate = new Gate(folder, null, Gate.impatient());
    job = gate.createJob();
    part = Gate.part(job, "stores", "s.csv");
  }

  @AfterEach
  void stop() {
    gate.close();
  }

  @Test
  void aPartComesBitByBit() throws Exception {
    HttpResponse<String> first = gate.send("PUT", part, "12345", "Upload-Complete", "?0");
    HttpResponse<String> where = gate.send("HEAD", part, null);
    HttpResponse<String> wrong =
        gate.send("PATCH", part, "x", "Upload-Offset", "4", "Upload-Complete", "?0");
    HttpResponse<String> last =
        gate.send("PATCH", part, "678", "Upload-Offset", "5", "Upload-Complete", "?1");

    assertThat(first.statusCode()).isEqualTo(202);
    assertThat(where.statusCode()).isEqualTo(204);
    assertThat(where.headers().firstValue("Upload-Offset")).contains("5");
    assertThat(where.headers().firstValue("Upload-Complete")).contains("?0");
    assertThat(wrong.statusCode()).isEqualTo(409);
    assertThat(wrong.headers().firstValue("Upload-Offset")).contains("5");
    assertThat(wrong.body()).contains("\"expected-offset\":5", "/problems/offset-mismatch");
    assertThat(last.statusCode()).isEqualTo(201);
    assertThat(last.headers().firstValue("Upload-Complete")).contains("?1");
    assertThat(last.body()).contains("\"offset\":8,\"complete\":true");
    assertThat(gate.send("PUT", part, "again").statusCode()).isEqualTo(200);
  }

  @Test
  void headersThatMakeNoSenseAreRefused() throws Exception {
    assertThat(gate.send("PUT", part, "x", "Content-Encoding", "br").statusCode()).isEqualTo(415);
    assertThat(gate.send("PUT", part, "x", "Upload-Complete", "yes").statusCode()).isEqualTo(400);
    assertThat(gate.send("PATCH", part, "x", "Upload-Complete", "?1").statusCode()).isEqualTo(400);
    assertThat(gate.send("PATCH", part, "x", "Upload-Offset", "0").statusCode()).isEqualTo(400);
    assertThat(
            gate.send(
                    "PATCH",
                    part,
                    "x",
                    "Upload-Offset",
                    "0",
                    "Upload-Complete",
                    "?1",
                    "Content-Encoding",
                    "gzip")
                .statusCode())
        .isEqualTo(415);
    assertThat(gate.send("HEAD", part, null).statusCode()).isEqualTo(404);
  }

  @Test
  void aBadRowIsToldWithItsPlace() throws Exception {
    HttpResponse<String> refused = gate.send("PUT", part, "!");

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body())
        .contains("/problems/bad-row", "\"column\":\"store_id\"", "\"line\":1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..%2f..%2fetc%2fpasswd",
        "%2e%2e",
        ".hidden",
        "a%2Fb",
        "a%00b",
        "a%5cb",
        "a%252fb",
        "%20",
        "a%0d%0aX-Evil:%201",
        "%F0%9F%98%80",
        "%EF%BD%93.csv",
        "s%CC%81.csv",
        "s%E2%80%8B.csv",
        "s%E2%80%AEvsc.csv",
        "a;b",
        "a%3fb",
        "-%09"
      })
  void noNameBecomesAPath(String name) throws Exception {
    try (RawClient raw = gate.raw()) {
      raw.send("PUT " + Gate.part(job, "stores", name) + " HTTP/1.1\r\nHost: h\r\n\r\n");

      assertThat(raw.answer()).startsWith("HTTP/1.1 400 ").contains("/problems/invalid-request");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"%ff", "%c0%ae", "\u00e9"})
  void whatIsNotUtf8IsRefused(String name) throws Exception {
    try (RawClient raw = gate.raw()) {
      raw.send("PUT " + Gate.part(job, "stores", name) + " HTTP/1.1\r\nHost: h\r\n\r\n");

      assertThat(raw.answer()).startsWith("HTTP/1.1 400 ");
    }
  }

  @Test
  void aClientThatGoesAwayLeavesWhatCameAndNothingElse() throws Exception {
    try (RawClient raw = gate.raw()) {
      raw.send("PUT " + part + " HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n1234567");
      await().until(() -> gate.send("HEAD", part, null).statusCode() == 204);
    }

    await().until(() -> gate.jobs.broken.get() == 1 && gate.jobs.reading.get() == 0);
    assertThat(gate.send("HEAD", part, null).headers().firstValue("Upload-Offset")).contains("7");
    await().until(() -> gate.metrics.text().contains("roastery_http_uploads_open 0"));
  }

  @Test
  void aBodyThatStallsIsEndedWithA408() throws Exception {
    try (RawClient raw = gate.raw()) {
      raw.send("PUT " + part + " HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n1234567");

      assertThat(raw.answer()).startsWith("HTTP/1.1 408 ").contains("/problems/timeout");
      assertThat(raw.isClosed()).isTrue();
    }
    await().until(() -> gate.jobs.broken.get() == 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"HEAD", "DELETE", "PATCH"})
  void aBodyThatNobodyWantsIsNotWaitedForForEver(String method) throws Exception {
    gate.send("PUT", part, "x");
    try (RawClient raw = gate.raw()) {
      raw.send(method + " " + part + " HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\n");

      assertThat(raw.answer()).startsWith("HTTP/1.1 ");
      assertThat(raw.isClosed()).isTrue();
    }
    await().until(() -> gate.metrics.text().contains("roastery_http_requests_open 0"));
  }

  @Test
  void aRefusalReachesAClientThatIsStillSending() throws Exception {
    String tiny = Gate.part(job, "tiny", "t.csv");
    try (RawClient raw = gate.raw()) {
      raw.send("PUT " + tiny + " HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n");
      for (int i = 0; i < 100; i++) {
        raw.send("x".repeat(10_000));
      }

      assertThat(raw.answer()).startsWith("HTTP/1.1 413 ").contains("Connection: close");
      assertThat(raw.isClosed()).isTrue();
    }
  }

  @Test
  void aRefusalIsSentBeforeTheBodyIsThere() throws Exception {
    String tiny = Gate.part(job, "tiny", "t.csv");
    try (RawClient raw = gate.raw()) {
      raw.send("PUT " + tiny + " HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999\r\n\r\n");
      raw.send("x".repeat(2_000));

      assertThat(raw.answer()).startsWith("HTTP/1.1 413 ");
    }
  }

  @Test
  void oneClientHasOnlySoManyUploadsAtOnce() throws Exception {
    try (RawClient one = gate.raw();
        RawClient two = gate.raw()) {
      String head = " HTTP/1.1\r\nHost: h\r\nContent-Length: 100\r\n\r\nx";
      one.send("PUT " + Gate.part(job, "stores", "1") + head);
      two.send("PUT " + Gate.part(job, "stores", "2") + head);
      await().until(() -> gate.jobs.reading.get() == 2);

      HttpResponse<String> third = gate.send("PUT", part, "x");

      assertThat(third.statusCode()).isEqualTo(429);
      assertThat(third.headers().firstValue("Retry-After")).isPresent();
    }
    await().until(() -> gate.send("PUT", part, "x").statusCode() == 201);
  }

  @Test
  void aBodyInChunksIsTakenAndABrokenChunkIsNot() throws Exception {
    try (RawClient good = gate.raw();
        RawClient bad = gate.raw()) {
      String head = "PUT " + part + " HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
      good.send(head + "3\r\nabc\r\n0\r\n\r\n");
      assertThat(good.answer()).startsWith("HTTP/1.1 201 ").contains("\"offset\":3");

      String other = head.replace("s.csv", "other.csv");
      bad.send(other + "fffffffffffffff\r\nabc");
      assertThat(bad.answer()).isEmpty();
    }
    assertThat(gate.jobs.broken.get()).isEqualTo(1);
  }
}
