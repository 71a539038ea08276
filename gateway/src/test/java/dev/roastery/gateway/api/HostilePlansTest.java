package dev.roastery.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests for jobs that mean no good: each is refused with a sentence, or does what it says. */
class HostilePlansTest {

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

  private static String measures(int count) {
    return IntStream.range(0, count)
        .mapToObj(each ->
            "\"m%d\": {\"%s\": \"final_amount\"}".formatted(each, each % 2 == 0 ? "sum" : "max"))
        .collect(Collectors.joining(", "));
  }

  private static String query(String name, String fields) {
    return "{\"name\": \"" + name + "\", \"from\": \"transactions\", " + fields + "}";
  }

  private static String summing(String name, int measures) {
    String names =
        IntStream.range(0, measures)
            .mapToObj(each -> "\"m" + each + "\"")
            .collect(Collectors.joining(", "));
    return query(
        name,
        "\"groupBy\": [\"store_id\", \"user_id\", {\"month\": \"created_at\"}, {\"hour\":"
            + " \"created_at\"}], \"measures\": {"
            + measures(measures)
            + "}, \"select\": [\"store_id\", "
            + names
            + "]");
  }

  private static String request(int queries, int measures) {
    return "{\"queries\": ["
        + IntStream.range(0, queries)
            .mapToObj(each -> summing("q" + each, measures))
            .collect(Collectors.joining(", "))
        + "]}";
  }

  private static String atLeast(String amount) {
    return "\"where\": [{\"column\": \"final_amount\", \">=\": "
        + amount
        + "}], \"select\": [\"store_id\"]";
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        Arguments.of(
            "100,000 levels", "{\"queries\": " + "[".repeat(100_000), 400, "nested too deeply"),
        Arguments.of(
            "17 levels",
            "{\"x\": " + "[".repeat(17) + "]".repeat(17) + "}",
            400,
            "nested too deeply"),
        Arguments.of(
            "more than 1 MiB", "{\"name\": \"" + "x".repeat(1 << 20) + "\"}", 413, "1048576"),
        Arguments.of(
            "1 MiB of one name",
            "{\"name\": \"" + "x".repeat(1_000_000) + "\"}",
            400,
            "200 characters"),
        Arguments.of(
            "1 MiB of queries",
            "{\"queries\": [" + "\"a\",".repeat(250_000) + "\"a\"]}",
            400,
            "64"),
        Arguments.of("a key twice", "{\"name\": \"a\", \"name\": \"b\"}", 400, "given twice"),
        Arguments.of(
            "a key twice, spelled otherwise",
            "{\"name\": \"a\", \"n\\u0061me\": \"b\"}",
            400,
            "given twice"),
        Arguments.of("a huge exponent", "{\"maxBadRows\": 1e999999999}", 400, "too many digits"),
        Arguments.of(
            "a huge exponent in a query",
            "{\"queries\": [" + query("q", atLeast("1e2000000000")) + "]}",
            400,
            "too many digits"),
        Arguments.of(
            "a long number",
            "{\"maxBadRows\": " + "9".repeat(900_000) + "}",
            400,
            "too many digits"),
        Arguments.of("a NUL in a name", "{\"name\": \"a\\u0000b\"}", 400, "on one line"),
        Arguments.of("half a character", "{\"name\": \"\\ud800\"}", 400, "surrogate"),
        Arguments.of("two documents", "{} {}", 400, "nothing may follow"),
        Arguments.of("65 queries", request(65, 1), 400, "64"),
        Arguments.of("33 measures", request(1, 33), 422, "32"),
        Arguments.of(
            "one name twice",
            "{\"queries\": [" + summing("q", 1) + "," + summing("q", 1) + "]}",
            422,
            "q"),
        Arguments.of(
            "a name that is a path",
            "{\"queries\": [" + query("../../x", "\"select\": [\"store_id\"]") + "]}",
            422,
            "name"),
        Arguments.of(
            "no table",
            "{\"queries\": [{\"name\": \"q\", \"from\": \"/etc/passwd\", \"select\": [\"x\"]}]}",
            422,
            "passwd"),
        Arguments.of("a script", "{\"queries\": [\"<script>alert(1)</script>\"]}", 422, "script"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refused")
  void itIsRefusedWithASentence(String kind, String request, int status, String words)
      throws Exception {
    HttpResponse<String> refusal = gate.send("POST", "/v1/jobs", request);

    assertThat(refusal.statusCode()).as(kind + refusal.body()).isEqualTo(status);
    assertThat(refusal.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(refusal.body()).contains(words).doesNotContain("Exception").hasSizeLessThan(20_000);
  }

  @Test
  void bytesThatAreNotUtf8AreRefused() throws Exception {
    for (byte[] body :
        new byte[][] {
          {'{', (byte) 0xff, '}'}, {(byte) 0xfe, (byte) 0xff, 0, '{', 0, '}'}, {0, 0, 0}
        }) {
      assertThat(gate.send("POST", "/v1/jobs", BodyPublishers.ofByteArray(body)).statusCode())
          .as(new String(body, UTF_8))
          .isEqualTo(400);
    }
  }

  /** 2,048 sums and maxima of each group. */
  @Test
  void theLargestPlanIsComputed() throws Exception {
    String job = gate.job(request(64, 32));
    StringBuilder rows = new StringBuilder("store_id,user_id,final_amount,created_at\n");
    for (int row = 0; row < 200; row++) {
      rows.append("%d,%d,0.25,2024-03-01 12:00:00\n".formatted(row % 2, row % 50));
    }
    gate.put(job, "transactions/t.csv", rows.toString());
    gate.complete(job);
    for (int query = 0; query < 64; query += 63) {
      assertThat(gate.send("GET", job + "/results/q" + query, "").body().lines())
          .hasSize(51)
          .contains("1" + ",1.00,0.25".repeat(16));
    }
  }
}
