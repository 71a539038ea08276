package dev.roastery.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.common.fault.FatalReason;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobCallsTest {

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
  void aJobIsMadeShownListedCancelledAndForgotten() throws Exception {
    HttpResponse<String> created =
        gate.send("POST", "/v1/jobs", "{\"name\":\"May\",\"badRows\":\"skip\"}");
    String location = created.headers().firstValue("Location").orElseThrow();

    assertThat(created.statusCode()).isEqualTo(201);
    assertThat(gate.send("GET", location, null).body())
        .isEqualTo(created.body())
        .contains("\"name\":\"May\",\"state\":\"CREATED\"")
        .contains("\"created\":\"2026-01-02T03:04:05.006Z\"")
        .contains("\"badRows\":\"skip\"")
        .contains("{\"stage\":\"aggregator\",\"received\":3,\"partitions\":2,");
    assertThat(gate.send("DELETE", location, null).statusCode()).isEqualTo(409);
    assertThat(gate.send("POST", location + "/approve", null).statusCode()).isEqualTo(409);
    assertThat(gate.send("POST", location + "/cancel", null).statusCode()).isEqualTo(202);
    assertThat(gate.send("POST", location + "/cancel", null).statusCode()).isEqualTo(409);
    assertThat(gate.send("DELETE", location, null).statusCode()).isEqualTo(204);
    assertThat(gate.send("GET", location, null).statusCode()).isEqualTo(404);
  }

  @Test
  void theSameKeyGivesTheSameJobAndAnotherBodyIsRefused() throws Exception {
    HttpResponse<String> first = gate.send("POST", "/v1/jobs", "{}", "Idempotency-Key", "k");
    HttpResponse<String> again = gate.send("POST", "/v1/jobs", "", "Idempotency-Key", "k");
    HttpResponse<String> other =
        gate.send("POST", "/v1/jobs", "{\"name\":\"x\"}", "Idempotency-Key", "k");
    HttpResponse<String> bad = gate.send("POST", "/v1/jobs", "{}", "Idempotency-Key", "a b");

    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(again.body()).isEqualTo(first.body());
    assertThat(other.statusCode()).isEqualTo(422);
    assertThat(bad.statusCode()).isEqualTo(400);
  }

  @Test
  void aFatalInACallEndsTheProcessAndIsNoAnswer() {
    HttpRequest request = gate.request("POST", "/v1/jobs", "{\"name\":\"fatal\"}");
    var answer = gate.client().sendAsync(request, BodyHandlers.ofString());

    await().dontCatchUncaughtExceptions().until(() -> !gate.fatals.isEmpty());
    assertThat(answer).isNotDone();
    assertThat(gate.fatals)
        .extracting(fatal -> fatal.reason().exitCode())
        .containsExactly(FatalReason.FORCE_FAILED.exitCode());
  }

  @Test
  void theListGoesOnAfterTheLastOneSeen() throws Exception {
    UUID oldest = gate.createJob();
    gate.createJob();
    UUID newest = gate.createJob();

    HttpResponse<String> first = gate.send("GET", "/v1/jobs?limit=2", null);
    String next = first.body().replaceAll("(?s).*\"next\":\"([^\"]*)\".*", "$1");
    HttpResponse<String> rest = gate.send("GET", "/v1/jobs?limit=2&after=" + next, null);

    assertThat(first.body()).contains(newest.toString()).doesNotContain(oldest.toString());
    assertThat(rest.body()).contains(oldest.toString()).doesNotContain("\"next\"");
    assertThat(gate.send("GET", "/v1/jobs?state=COMPLETED", null).body())
        .isEqualTo("{\"jobs\":[]}\n");
  }

  @Test
  void aListHasOutlinesAndAJobItsPartsPageByPage() throws Exception {
    gate.send("POST", "/v1/jobs", "{\"name\":\"May\",\"expectedBytes\":70}");
    UUID june = gate.createJob();
    for (String part : List.of("a", "b", "c")) {
      gate.send("PUT", Gate.part(june, "stores", part), "x\n");
    }
    String job = "/v1/jobs/" + june;

    assertThat(gate.send("GET", "/v1/jobs?q=MAY", null).body())
        .contains("\"name\":\"May\"", "\"sealed\":null", "\"expectedBytes\":70", "\"percent\":40")
        .doesNotContain("progress", june.toString());
    assertThat(gate.send("GET", "/v1/jobs", null).body())
        .contains("\"partsTotal\":3,\"partsComplete\":3")
        .doesNotContain("\"parts\":");
    assertThat(gate.send("GET", job + "?parts=none", null).body())
        .contains("\"parts\":[]", "\"partsTotal\":3")
        .contains("\"shares\":[{\"partition\":\"aggregator-0\",\"owner\":null,");
    assertThat(gate.send("GET", job + "/parts?limit=2", null).body())
        .contains("\"name\":\"a\"", "\"name\":\"b\"", "\"next\":2")
        .doesNotContain("\"name\":\"c\"");
    assertThat(gate.send("GET", job + "/parts?limit=2&after=2", null).body())
        .contains("\"name\":\"c\"", "\"next\":null");
  }

  @Test
  void aTraceIsKeptWithItsJobAndWhatIsNoneIsPassedOver() throws Exception {
    String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    for (String header :
        List.of(trace, "nonsense", trace.replaceAll("-0af.*c-", "-" + "0".repeat(32) + "-"))) {
      assertThat(gate.send("POST", "/v1/jobs", "{}", "traceparent", header).statusCode())
          .isEqualTo(201);
    }
    assertThat(gate.jobs.traces()).containsExactly(trace, null, null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"quieries\":[]}   | line 1, column 2: unknown field \"quieries\"; did you mean"
            + " \"queries\"",
        "{\"badRows\":\"skp\"}| did you mean \"skip\"",
        "{\"queries\":[1]}   | expected the name of a built-in query or a query's document",
        "{\"approval\":1}    | expected true or false",
        "{\"webhook\":\"x\"} | expected an address like https://host/path",
        "{\"expectedBytes\":-1} | expected a whole number of bytes from 0 to 1000000000000000",
        "{\"expectedBytes\":1e16} | expected a whole number of bytes",
        "{\"expectedBytes\":0.5} | expected a whole number of bytes",
        "{\"expectedBytes\":1e60} | expected a whole number of bytes",
        "{\"expectedBytes\":\"7\"} | expected a whole number of bytes",
        "{\"name\":\"a\"     | the document ends in the middle",
        "[]                  | expected an object, found a list",
        "{\"queries\":[]}    | the list is empty",
      })
  void whatIsWrongWithABodyIsSaidWithItsPlace(String body, String said) throws Exception {
    HttpResponse<String> refused = gate.send("POST", "/v1/jobs", body.strip());

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(refused.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(refused.body().replace("\\\"", "\""))
        .contains("\"type\":\"/problems/invalid-request\"", "\"problems\":[{", said.strip());
  }

  @Test
  void aJobIsRejectedWithAReasonAndRetried() throws Exception {
    String job = "/v1/jobs/" + gate.createJob();
    for (String body : List.of("{}", "{\"reason\":\"  \"}", "{\"reason\":\"a\\nb\"}", "[]")) {
      assertThat(gate.send("POST", job + "/reject", body).statusCode()).as(body).isEqualTo(400);
    }
    assertThat(gate.send("POST", job + "/retry", null).statusCode()).isEqualTo(409);
    assertThat(gate.send("POST", job + "/reject", "{\"reason\":\"wrong month\"}").statusCode())
        .isEqualTo(202);
    assertThat(gate.send("GET", job + "/events", null).body()).contains("rejected: wrong month");
    HttpResponse<String> retried = gate.send("POST", job + "/retry", null);
    assertThat(retried.statusCode()).isEqualTo(202);
    assertThat(retried.body()).contains("\"attempt\":1", "\"state\":\"CREATED\"");
  }

  @Test
  void aBodyThatIsTooLongOrPackedIsRefused() throws Exception {
    String long1 = "{\"name\":\"" + "x".repeat(2 << 20) + "\"}";

    assertThat(gate.send("POST", "/v1/jobs", long1).statusCode()).isEqualTo(413);
    assertThat(gate.send("POST", "/v1/jobs", "{}", "Content-Encoding", "gzip").statusCode())
        .isEqualTo(415);
  }

  @ParameterizedTest
  @CsvSource({
    "GET,    /v1/jobs?limit=0,      400, limit must be a whole number",
    "GET,    /v1/jobs?limit=501,    400, limit must be a whole number",
    "GET,    /v1/jobs?state=running,400, did you mean",
    "GET,    /v1/jobs?limt=1,       400, did you mean",
    "GET,    /v1/jobs?limit=1&limit=2,400, is given twice",
    "GET,    /v1/jobs?after=x,      400, the id of a job",
    "GET,    /v1/jobs/00000000-0000-1000-0000-000000000000?parts=few, 400, parts must be all or"
        + " none",
    "GET,    /v1/jobs/00000000-0000-1000-0000-000000000000/parts?limit=1001, 400, from 1 to 1000",
    "GET,    /v1/jobs/00000000-0000-1000-0000-000000000000/parts?after=x, 400, after must be the",
    "GET,    /v1/jobs/00000000-0000-1000-0000-000000000000/parts, 404, there is no job",
    "GET,    /v1/jobs/nonsense,     404, there is no job",
    "GET,    /v1/nothing,           404, not found: /v1/nothing",
    "GET,    /v1/jobs/,             404, there is no job",
    "PUT,    /v1/jobs,              405, 'only GET, HEAD, POST is allowed here'",
  })
  void addressesThatMeanNothingAreRefused(String method, String path, int status, String said)
      throws Exception {
    HttpResponse<String> refused = gate.send(method, path, null);

    assertThat(refused.statusCode()).isEqualTo(status);
    assertThat(refused.body()).contains(said, "\"instance\":\"" + path.strip());
    assertThat(refused.headers().firstValue("Allow").isPresent()).isEqualTo(status == 405);
  }

  @Test
  void aMistakeOfOursShowsAnIdAndNothingElse() throws Exception {
    HttpResponse<String> failed = gate.send("POST", "/v1/jobs", "{\"name\":\"boom\"}");

    assertThat(failed.statusCode()).isEqualTo(500);
    assertThat(failed.body()).contains("/problems/internal", "\"id\":\"").doesNotContain("secret");
  }

  @Test
  void aPageOfAnotherOriginMayChangeNothing() throws Exception {
    assertThat(gate.send("POST", "/v1/jobs", "{}", "Origin", "https://evil.example").statusCode())
        .isEqualTo(403);
    assertThat(
            gate.send("POST", "/v1/jobs", "{}", "Origin", gate.gateway.address().toString())
                .statusCode())
        .isEqualTo(201);
  }

  @Test
  void queriesAndWorkersAreListed() throws Exception {
    assertThat(gate.send("GET", "/v1/queries", null).body())
        .contains("{\"name\":\"tpv-by-store\",\"document\":{\"name\":\"tpv-by-store\"");
    assertThat(gate.send("GET", "/v1/workers", null).body())
        .contains("\"name\":\"joiner@host\"", "\"state\":\"lost\",\"cpu\":0.42,\"heapBytes\":1,")
        .contains("\"budgetUsedBytes\":3,\"owns\":[{\"partition\":\"joiner-0\",\"epoch\":3}]")
        .contains("\"snapshotAgeMillis\":0,\"backlog\":5}")
        .contains("\"partitions\":[{\"partition\":\"joiner-0\",\"epoch\":3,");
  }
}
