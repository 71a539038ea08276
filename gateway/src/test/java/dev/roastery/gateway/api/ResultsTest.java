package dev.roastery.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.query.value.ValueFormat;
import dev.roastery.gateway.api.response.ApiJson;
import dev.roastery.gateway.jobs.service.JobView.ResultView;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResultsTest {

  @TempDir private Path folder;
  private Gate gate;
  private String results;

  @BeforeEach
  void start() throws Exception {
    gate = new Gate(folder);
    UUID id = gate.completeJob();
    results = "/v1/jobs/" + id + "/results";
  }

  @AfterEach
  void stop() {
    gate.close();
  }

  @Test
  void aResultIsTheStoredCsvByteForByteWithItsDigest() throws Exception {
    HttpResponse<String> csv = gate.send("GET", results + "/tpv-by-store", null);
    HttpResponse<String> head = gate.send("HEAD", results + "/tpv-by-store", null);
    HttpResponse<String> known =
        gate.send("GET", results + "/tpv-by-store", null, "If-None-Match", "\"x\", \"5ha\"");

    assertThat(csv.body()).isEqualTo(MemoryJobs.RESULT);
    assertThat(csv.headers().firstValue("ETag")).contains("\"5ha\"");
    assertThat(csv.headers().firstValue("Content-Type")).contains("text/csv; charset=utf-8");
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.headers().firstValue("Content-Length"))
        .contains(Integer.toString(MemoryJobs.RESULT.length()));
    assertThat(known.statusCode()).isEqualTo(304);
    assertThat(known.body()).isEmpty();
  }

  private static final String COLUMNS =
      "\"columns\":[{\"name\":\"store_name\",\"type\":\"text\"},"
          + "{\"name\":\"tpv\",\"type\":\"decimal\",\"scale\":2}]";

  /** O15: reading takes nothing away. */
  @Test
  void aResultWhoseReplyWasLostIsTheSameWhenItIsFetchedAgain() throws Exception {
    for (int lost = 0; lost < 3; lost++) {
      try (RawClient leaves = gate.raw()) {
        leaves.send("GET " + results + "/tpv-by-store HTTP/1.1\r\nHost: x\r\n\r\n");
      }
    }
    for (int again = 0; again < 3; again++) {
      assertThat(gate.send("GET", results + "/tpv-by-store", null).body())
          .isEqualTo(MemoryJobs.RESULT);
    }
  }

  @Test
  void asJsonItTellsNullsFromEmptyTexts() throws Exception {
    String rows =
        """
        [
        {"store_name":"a,b","tpv":1.00},
        {"store_name":"","tpv":null},
        {"store_name":"say \\"hi\\"","tpv":2.50}]\
        """;
    String expected =
        "{\"query\":\"tpv-by-store\",\"sha256\":\"5ha\"," + COLUMNS + ",\"rows\":" + rows + "}";

    HttpResponse<String> asked = gate.send("GET", results + "/tpv-by-store?format=json", null);
    HttpResponse<String> accepted =
        gate.send("GET", results + "/tpv-by-store", null, "Accept", "application/json");

    assertThat(asked.body()).isEqualTo(expected);
    assertThat(accepted.body()).isEqualTo(expected);
    assertThat(asked.headers().firstValue("ETag")).contains("\"5ha-json-typed\"");
  }

  /** Version 0.1 called it json: the same bytes, and the same tag. */
  @Test
  void asJsonOfStringsEveryValueIsAString() throws Exception {
    String rows = "[[\"a,b\",\"1.00\"],[\"\",null],[\"say \\\"hi\\\"\",\"2.50\"]]";
    HttpResponse<String> asked =
        gate.send("GET", results + "/tpv-by-store?format=json-strings", null);

    assertThat(asked.body())
        .isEqualTo("{\"query\":\"tpv-by-store\"," + COLUMNS + ",\"rows\":" + rows + "}");
    assertThat(asked.headers().firstValue("ETag")).contains("\"5ha-json\"");
  }

  @ParameterizedTest
  @CsvSource({
    "ndjson, application/x-ndjson, application/x-ndjson",
    "markdown, text/markdown, text/markdown; charset=utf-8",
    "table, text/plain, text/plain; charset=utf-8",
    "json, application/json, application/json",
    "csv, text/csv, text/csv; charset=utf-8",
    "csv, */*, text/csv; charset=utf-8",
    "csv, 'text/html, application/json;q=0.1, text/csv', text/csv; charset=utf-8",
    "ndjson, 'text/html, application/x-ndjson;q=0.9, text/markdown', application/x-ndjson",
  })
  void aFormatIsNamedOrAccepted(String format, String accept, String type) throws Exception {
    String address = results + "/tpv-by-store";
    HttpResponse<String> asked = gate.send("GET", address + "?format=" + format, null);
    HttpResponse<String> accepted = gate.send("GET", address, null, "Accept", accept);

    assertThat(asked.statusCode()).isEqualTo(200);
    assertThat(accepted.body()).isEqualTo(asked.body());
    for (HttpResponse<String> each : List.of(asked, accepted)) {
      assertThat(each.headers().firstValue("Content-Type")).contains(type);
    }
    assertThat(accepted.headers().firstValue("ETag")).isEqualTo(asked.headers().firstValue("ETag"));
  }

  @Test
  void everyFormatHasATagOfItsOwn() throws Exception {
    Set<String> tags = new HashSet<>();
    List<String> formats = List.of("csv", "json", "ndjson", "markdown", "table", "json-strings");
    for (String format : formats) {
      HttpResponse<String> head =
          gate.send("HEAD", results + "/tpv-by-store?format=" + format, null);
      tags.add(head.headers().firstValue("ETag").orElseThrow());
    }
    assertThat(tags).hasSize(formats.size());
  }

  @ParameterizedTest
  @CsvSource({
    "'whole', '{\"name\":\"c\",\"type\":\"whole\"}'",
    "'decimal(0)', '{\"name\":\"c\",\"type\":\"decimal\",\"scale\":0}'",
    "'date', '{\"name\":\"c\",\"type\":\"date\"}'",
    "'timestamp', '{\"name\":\"c\",\"type\":\"timestamp\"}'",
    "'text', '{\"name\":\"c\",\"type\":\"text\"}'",
    "'month', '{\"name\":\"c\",\"type\":\"month\"}'",
    "'half-year', '{\"name\":\"c\",\"type\":\"half-year\"}'",
    "'truth', '{\"name\":\"c\",\"type\":\"truth\"}'",
    "'time of day', '{\"name\":\"c\",\"type\":\"time-of-day\"}'",
  })
  void everyFormatOfAColumnIsAnAnnouncedType(String format, String json) throws Exception {
    ValueFormat found =
        Stream.of(
                new ValueFormat.Whole(),
                new ValueFormat.Decimal(0),
                new ValueFormat.Date(),
                new ValueFormat.Timestamp(),
                new ValueFormat.Text(),
                new ValueFormat.Month(),
                new ValueFormat.Half(),
                new ValueFormat.Truth(),
                new ValueFormat.TimeOfDay())
            .filter(each -> each.name().equals(format))
            .findAny()
            .orElseThrow();
    ResultView result = new ResultView("q", List.of(new ResultColumn("c", found)), "", 0, 0);
    assertThat(ApiJson.text(result.columns().getFirst())).isEqualTo(json);
    String type = json.replaceAll(".*\"type\":\"([a-z-]+)\".*", "$1");
    assertThat(gate.send("GET", "/openapi.yaml", null).body())
        .containsPattern("enum: \\[whole,.*[ ,]" + type + "[,\\]]|enum: \\[" + type + ",");
  }

  @Test
  void whatIsNotThereOrNotKnownIsSaid() throws Exception {
    assertThat(gate.send("GET", results, null).body())
        .isEqualTo(
            "{\"results\":[{\"query\":\"tpv-by-store\","
                + COLUMNS
                + ",\"sha256\":\"5ha\",\"rows\":3,\"bytes\":"
                + MemoryJobs.RESULT.length()
                + "}]}\n");
    HttpResponse<String> missing = gate.send("GET", results + "/top-customers", null);
    assertThat(missing.statusCode()).isEqualTo(404);
    assertThat(missing.body()).contains("stored: tpv-by-store");
    assertThat(gate.send("GET", results + "/tpv-by-store?format=xml", null).statusCode())
        .isEqualTo(400);
    HttpResponse<String> later = gate.send("GET", results.replace("results", "rejects"), null);
    assertThat(later.statusCode()).isEqualTo(503);
    assertThat(later.headers().firstValue("Retry-After")).isPresent();
  }
}
