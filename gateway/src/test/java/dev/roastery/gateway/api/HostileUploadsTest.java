package dev.roastery.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Parts that mean no good, over HTTP into a gateway with workers: they harm their own job only. */
class HostileUploadsTest {

  private static final String REQUEST = "{\"queries\":[\"tpv-by-store\"]}";
  private static final String HEADER = "store_id,final_amount,created_at\n";
  private static final String ROW = "1,0.25,2024-03-01 12:00:00\n";
  private static final String PART = "/parts/transactions/t.csv";

  @TempDir static Path folder;
  private static RealGate gate;

  @BeforeAll
  static void start() throws IOException {
    gate = new RealGate(folder, null);
  }

  @AfterAll
  static void stop() {
    gate.close();
  }

  private static String job() throws Exception {
    String job = gate.job(REQUEST);
    gate.put(job, "stores/s.csv", "store_id,store_name\n1,Uno\n");
    return job;
  }

  private static void requireTotal(String job, String total) throws Exception {
    gate.complete(job);
    assertThat(gate.send("GET", job + "/results/tpv-by-store", "").body())
        .isEqualTo("half,store_name,tpv\n2024-H1,Uno," + total + "\n");
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(plain);
    }
    return packed.toByteArray();
  }

  private static byte[] joined(byte[]... pieces) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Stream.of(pieces).forEach(all::writeBytes);
    return all.toByteArray();
  }

  static Stream<Arguments> refused() throws IOException {
    byte[] good = (HEADER + ROW).getBytes(UTF_8);
    byte[] gzip = gzip(good);
    byte[] zstd = Zstd.compress(good);
    byte[] wide =
        IntStream.range(0, 1_000_000)
            .mapToObj(column -> "c" + column)
            .collect(Collectors.joining(","))
            .getBytes(UTF_8);
    return Stream.of(
        Arguments.of("gzip in gzip", "gzip", gzip(gzip), "transactions"),
        Arguments.of("zstd in gzip", "gzip", gzip(zstd), "transactions"),
        Arguments.of("gzip in zstd", "zstd", Zstd.compress(gzip), "transactions"),
        Arguments.of("rubbish after gzip", "gzip", joined(gzip, good), "is not gzip"),
        Arguments.of(
            "a member that is cut", "gzip", joined(gzip, new byte[] {31, -117}), "too early"),
        Arguments.of("a gzip not called so", "identity", gzip, "zero bytes"),
        Arguments.of("10^6 columns, none of ours", "identity", wide, "1048576 bytes"),
        Arguments.of(
            "10^6 columns without names",
            "identity",
            ",".repeat(1_000_000).getBytes(UTF_8),
            "store_id"),
        Arguments.of(
            "a picture", "identity", new byte[] {-119, 80, 78, 71, 13, 10}, "none of the columns"),
        Arguments.of("nothing but NULs", "identity", new byte[100_000], "zero bytes"),
        Arguments.of(
            "UTF-16 without a mark", "identity", (HEADER + ROW).getBytes(UTF_16LE), "UTF-16"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void itIsRefusedWithASentenceAndFailsItsJobAlone(
      String kind, String encoding, byte[] body, String words) throws Exception {
    String other = job();
    String job = job();

    HttpResponse<String> refusal =
        gate.send(
            "PUT", job + PART, BodyPublishers.ofByteArray(body), "Content-Encoding", encoding);

    assertThat(refusal.statusCode()).as(kind + refusal.body()).isEqualTo(422);
    assertThat(refusal.body())
        .contains("\"detail\":\"")
        .contains(words)
        .doesNotContain("Exception");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> gate.show(job).required("state").asText().equals("FAILED"));
    gate.put(other, "transactions/t.csv", HEADER + ROW);
    requireTotal(other, "0.25");
  }

  @Test
  void membersBehindEachOtherAreOnePart() throws Exception {
    String job = job();
    byte[] members =
        joined(
            gzip(HEADER.getBytes(UTF_8)),
            gzip(ROW.getBytes(UTF_8)),
            gzip(new byte[0]),
            gzip(ROW.getBytes(UTF_8)));
    assertThat(
            gate.send(
                    "PUT",
                    job + PART,
                    BodyPublishers.ofByteArray(members),
                    "Content-Encoding",
                    "gzip")
                .statusCode())
        .isEqualTo(201);
    requireTotal(job, "0.50");
  }

  @Test
  void amongAMillionColumnsOursAreFound() throws Exception {
    String job = job();
    String others = ",".repeat(1_000_000); // more would be more than a first line may have
    gate.put(job, "transactions/t.csv", others + HEADER + others + ROW);
    requireTotal(job, "0.25");
  }

  @Test
  void aByteAtATimeIsOnePart() throws Exception {
    String job = job();
    byte[] part = (HEADER + ROW).getBytes(UTF_8);
    for (int at = 0; at < part.length; at++) {
      HttpResponse<String> taken =
          gate.send(
              at == 0 ? "PUT" : "PATCH",
              job + PART,
              BodyPublishers.ofByteArray(part, at, 1),
              "Upload-Offset",
              "" + at,
              "Upload-Complete",
              at == part.length - 1 ? "?1" : "?0");
      assertThat(taken.statusCode()).as(taken.body()).isBetween(201, 202);
    }
    requireTotal(job, "0.25");
  }

  @Test
  void manyPartsAreOneTable() throws Exception {
    String job = job();
    int parts = Integer.getInteger("roastery.hostile.parts", 100);
    for (int part = 0; part < parts; part++) {
      gate.put(job, "transactions/" + part + ".csv", HEADER + ROW);
    }
    requireTotal(job, parts / 4 + ".00");
  }
}
