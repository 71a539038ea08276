package dev.roastery.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.luben.zstd.Zstd;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.process.Metrics;
import dev.roastery.embedded.LocalCluster;
import dev.roastery.gateway.api.server.HttpLimits;
import dev.roastery.gateway.api.server.HttpSettings;
import dev.roastery.gateway.jobs.StandardSettings;
import dev.roastery.gateway.jobs.service.GatewaySettings;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts over HTTP into a gateway that has workers, each call over a connection of its own. */
class RealUploadTest {

  private static final int MIB = 1 << 20;
  private static final String HEADER = "store_id,final_amount,created_at\n";
  private static final String ROW = "1,0.25,2024-03-01 12:00:00\n";

  @TempDir private Path folder;
  private final AtomicReference<Fatal> fatal = new AtomicReference<>();
  private LocalCluster cluster;
  private HttpGateway gateway;

  @BeforeEach
  void start() throws IOException {
    GatewaySettings settings =
        StandardSettings.of(Partitions.oneEach().with(StageKind.AGGREGATOR, 2));
    cluster = LocalCluster.start(folder, settings, Clock.systemUTC(), fatal::set);
    gateway = gateway(HttpLimits.defaults());
  }

  private HttpGateway gateway(HttpLimits limits) throws IOException {
    HttpSettings settings = new HttpSettings(0, "127.0.0.1", null, null, limits);
    return HttpGateway.start(
        settings, cluster.jobs(), Collections::emptyList, new Metrics(), fatal::set);
  }

  @AfterEach
  void stop() {
    gateway.close();
    cluster.close();
    assertThat(fatal).hasNullValue();
  }

  private HttpResponse<String> send(
      String method, String path, BodyPublisher body, String... headers) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(gateway.address() + path)).method(method, body);
      return client.send(
          (headers.length == 0 ? request : request.headers(headers)).build(),
          BodyHandlers.ofString());
    }
  }

  /** A job that has its stores; its path. */
  private String job() throws Exception {
    String request = "{\"queries\":[\"tpv-by-store\"]}";
    String job =
        send("POST", "/v1/jobs", BodyPublishers.ofString(request))
            .headers()
            .firstValue("Location")
            .orElseThrow();
    BodyPublisher stores = BodyPublishers.ofString("store_id,store_name\n1,Uno\n");
    assertThat(send("PUT", job + "/parts/stores/s.csv", stores).statusCode()).isEqualTo(201);
    return job;
  }

  private void requireTotal(String job, String total) throws Exception {
    assertThat(send("POST", job + "/seal", BodyPublishers.noBody()).statusCode()).isEqualTo(202);
    awaitState(job, "COMPLETED");
    assertThat(send("GET", job + "/results/tpv-by-store", BodyPublishers.noBody()).body())
        .isEqualTo("half,store_name,tpv\n2024-H1,Uno," + total + "\n");
  }

  private void awaitState(String job, String state) {
    await()
        .atMost(Duration.ofSeconds(40))
        .until(() ->
            send("GET", job, BodyPublishers.noBody())
                .body()
                .contains("\"state\":\"" + state + "\""));
  }

  private static long offset(HttpResponse<String> answer) {
    return answer.headers().firstValueAsLong("Upload-Offset").orElseThrow();
  }

  // ---- pieces

  @Test
  void tenMebibytesInPiecesOfOneGoOnByEachOfThemAlsoOverARestart() throws Exception {
    int rows = 10 * MIB / ROW.length();
    byte[] part = (HEADER + ROW.repeat(rows)).getBytes(UTF_8);
    String job = job();
    String path = job + "/parts/transactions/t.csv";
    long at = 0;
    while (at < part.length) {
      int length = (int) Math.min(MIB, part.length - at);
      String last = at + length == part.length ? "?1" : "?0";
      BodyPublisher piece = BodyPublishers.ofByteArray(part, (int) at, length);
      HttpResponse<String> taken =
          at == 0
              ? send("PUT", path, piece, "Upload-Complete", last)
              : send("PATCH", path, piece, "Upload-Complete", last, "Upload-Offset", at + "");
      assertThat(taken.statusCode()).as(taken.body()).isBetween(201, 202);
      at += length;
      assertThat(offset(taken)).isEqualTo(at);
      assertThat(offset(send("HEAD", path, BodyPublishers.noBody()))).isEqualTo(at);
      if (at == 3L * MIB) {
        stop();
        start();
        assertThat(offset(send("HEAD", path, BodyPublishers.noBody()))).isEqualTo(at);
      }
    }
    requireTotal(job, rows / 4 + (rows % 4 == 0 ? ".00" : "." + rows % 4 * 25));
  }

  @Test
  void aPartThatStallsIsEndedAndCanBeSentAgain() throws Exception {
    String job = job();
    String path = job + "/parts/transactions/t.csv";
    gateway.close();
    gateway = gateway(impatient());
    String head = "PUT " + path + " HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n";
    try (RawClient raw = new RawClient(gateway.address().getPort())) {
      assertThat(raw.send(head + HEADER + ROW).answer())
          .startsWith("HTTP/1.1 408 ")
          .contains("/problems/timeout");
      assertThat(raw.isClosed()).isTrue();
    }
    assertThat(send("PUT", path, BodyPublishers.ofString(HEADER + ROW)).statusCode())
        .isEqualTo(201);
    requireTotal(job, "0.25");
  }

  private static HttpLimits impatient() {
    HttpLimits usual = HttpLimits.defaults();
    return new HttpLimits(
        usual.headerBytesMax(),
        usual.jsonBytesMax(),
        usual.connectionsMax(),
        usual.idleSecondsMax(),
        usual.headerMillisMax(),
        1_000,
        usual.uploadsPerClientMax(),
        usual.watchersMax(),
        usual.drainBytesMax(),
        usual.drainMillisMax(),
        usual.pingMillis(),
        usual.stopMillisMax());
  }

  // ---- bombs

  /** 64 MiB of rows again and again, and each time a gzip member or a zstd frame of some KB. */
  private static BodyPublisher bomb(String packing, String rows, int times) throws IOException {
    byte[] plain = rows.repeat(64 * MIB / rows.length()).getBytes(UTF_8);
    byte[] head = pack(packing, HEADER.getBytes(UTF_8));
    byte[] packed = pack(packing, plain);
    return BodyPublishers.ofInputStream(() -> {
      InputStream all = new ByteArrayInputStream(head);
      for (int time = 0; time < times; time++) {
        all = new SequenceInputStream(all, new ByteArrayInputStream(packed));
      }
      return all;
    });
  }

  private static byte[] pack(String packing, byte[] plain) throws IOException {
    if (packing.equals("zstd")) {
      return Zstd.compress(plain);
    }
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(plain);
    }
    return packed.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void aBombIsRefusedLongBeforeItHasUnpackedAndHarmsItsOwnJobOnly(String packing) throws Exception {
    assertThat(128L * 64 * MIB).as("unpacked").isGreaterThan(Runtime.getRuntime().maxMemory());
    String other = job();
    String job = job();
    HttpResponse<String> refused =
        send(
            "PUT",
            job + "/parts/transactions/t.csv",
            bomb(packing, ROW, 128),
            "Content-Encoding",
            packing);
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(413);
    assertThat(refused.body())
        .contains("/problems/too-large")
        .contains(
            "transactions/t.csv decompresses to more than 200 times its size: send it"
                + " uncompressed");

    awaitState(job, "FAILED");
    BodyPublisher small = BodyPublishers.ofByteArray(pack(packing, (HEADER + ROW).getBytes(UTF_8)));
    assertThat(
            send("PUT", other + "/parts/transactions/t.csv", small, "Content-Encoding", packing)
                .statusCode())
        .isEqualTo(201);
    requireTotal(other, "0.25");
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "zstd"})
  void aBombThatIsNoCsvIsRefusedAndHarmsItsOwnJobOnly(String packing) throws Exception {
    String other = job();
    String job = job();
    String part = "/parts/transactions/t.csv";
    HttpResponse<String> refused =
        send("PUT", job + part, bomb(packing, "0", 128), "Content-Encoding", packing);
    assertThat(refused.statusCode()).as(refused.body()).isEqualTo(422);
    assertThat(refused.body()).contains("/problems/not-csv").contains("line 2");

    awaitState(job, "FAILED");
    assertThat(send("PUT", other + part, BodyPublishers.ofString(HEADER + ROW)).statusCode())
        .isEqualTo(201);
    requireTotal(other, "0.25");
  }
}
