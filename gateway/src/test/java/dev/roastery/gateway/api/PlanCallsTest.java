package dev.roastery.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a request asks for: told before there is a job, and again when there was one. */
class PlanCallsTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TABLES =
      "{\"tables\":{\"paid\":{\"columns\":{\"store\":\"whole\",\"paid\":\"decimal(2)\"}}}}";

  @TempDir private Path folder;
  private RealGate gate;

  @BeforeEach
  void start() throws Exception {
    gate = new RealGate(folder, null);
  }

  @AfterEach
  void stop() {
    gate.close();
  }

  private JsonNode answer(int status, String path, String body) throws Exception {
    HttpResponse<String> answer = gate.send("POST", path, body);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    return JSON.readTree(answer.body());
  }

  @Test
  void aPlanSaysWhatIsReadAndWhatEachStageDoesAndMakesNoJob() throws Exception {
    JsonNode plan =
        answer(
            200,
            "/v1/plans",
            "{\"queries\":[{\"name\":\"total\",\"sql\":\"select sum(paid) as paid from paid\"}],"
                + "\"tables\":"
                + TABLES
                + "}");

    assertThat(plan.path("tables").toString())
        .isEqualTo("[{\"table\":\"paid\",\"columns\":[\"paid\"]}]");
    JsonNode query = plan.path("queries").path(0);
    assertThat(query.path("name").asText()).isEqualTo("total");
    assertThat(query.path("columns").toString())
        .isEqualTo("[{\"name\":\"paid\",\"type\":\"decimal\",\"scale\":2}]");
    assertThat(query.path("steps").toString())
        .startsWith("[{\"stage\":\"reads\",\"text\":\"paid: paid (1 of 2 columns)\"}")
        .contains("{\"stage\":\"aggregator\",\"text\":\"all rows in one group; sum(paid.paid)\"}")
        .contains("{\"stage\":\"result\",\"text\":\"total.csv: paid\"}");
    assertThat(gate.show("/v1/jobs").path("jobs")).isEmpty();
    assertThat(answer(200, "/v1/plans", "").path("queries")).hasSize(5);
  }

  /** The lines of SQL are those that its author sees, whatever the JSON around it. */
  @Test
  void eachMistakeOfEachQueryIsAnObjectWithItsPlace() throws Exception {
    String request =
        "{\"queries\":[{\"name\":\"a\",\"sql\":\"select sum(paid)\\nfrom paid\\nwhere shop = 1\"},"
            + "\"tpv-by-stor\",{\"name\":\"c\",\"from\":\"payed\",\"select\":[\"store\"]}],"
            + "\"tables\":"
            + TABLES
            + "}";
    for (String path : List.of("/v1/plans", "/v1/jobs")) {
      JsonNode problem = answer(422, path, request);
      JsonNode problems = problem.path("problems");

      assertThat(problem.path("type").asText()).isEqualTo("/problems/invalid-plan");
      assertThat(problems).hasSize(3);
      assertThat(problems.path(0).path("message").asText()).contains("shop");
      assertThat(at(problems.path(0))).isEqualTo("queries[0] a 3:7 /sql");
      assertThat(at(problems.path(1))).isEqualTo("queries[1]  1:1 ");
      assertThat(problems.path(1).path("message").asText()).contains("did you mean");
      assertThat(at(problems.path(2))).startsWith("queries[2] c 1:").endsWith(" /from");
    }
    assertThat(at(answer(422, "/v1/plans", "{\"tables\":{}}").path("problems").path(0)))
        .startsWith("tables  1:1");
    assertThat(
            at(
                answer(422, "/v1/plans", "{\"queries\":[\"tpv-by-store\",\"tpv-by-store\"]}")
                    .path("problems")
                    .path(0)))
        .startsWith("request  1:1");
    assertThat(at(answer(400, "/v1/plans", "{\"quer\":[]}").path("problems").path(0)))
        .startsWith("request  1:2");
    assertThat(gate.show("/v1/jobs").path("jobs")).isEmpty();
  }

  private static String at(JsonNode problem) {
    assertThat(problem.fieldNames())
        .toIterable()
        .contains("document", "line", "column", "pointer", "message");
    return problem.path("document").asText()
        + " "
        + problem.path("query").asText()
        + " "
        + problem.path("line")
        + ":"
        + problem.path("column")
        + " "
        + problem.path("pointer").asText();
  }

  @Test
  void theRequestOfAJobAsksForTheSameJob() throws Exception {
    String sql = "select sum(paid) as paid\\nfrom paid where paid > 1.50";
    String request =
        "{\"name\":\"May\",\"queries\":[{\"name\":\"total\",\"sql\":\""
            + sql
            + "\"}],\"tables\":"
            + TABLES
            + ",\"badRows\":\"skip\",\"maxBadRows\":\"5%\",\"approval\":true,\"expectedBytes\":7}";
    String job = gate.job(request, "Idempotency-Key", "k");
    String kept = gate.send("GET", job + "/request", "").body();

    assertThat(kept).contains(sql, TABLES, "\"maxBadRows\":\"5%\"", "\"expectedBytes\":7");
    requireSame(job, kept);
    // Release 0.1.0 kept no request: it is put together from the plan.
    Path record = folder(job).resolve("job.json");
    Files.writeString(record, Files.readString(record).replaceAll(",\"request\":.*}\"}", "}"));
    String ofThePlan = gate.send("GET", job + "/request", "").body();
    assertThat(ofThePlan).isNotEqualTo(kept).contains("\"maxBadRows\":\"5%\"");
    requireSame(job, ofThePlan);

    String standard = gate.job("");
    assertThat(JSON.readTree(gate.send("GET", standard + "/request", "").body()).has("queries"))
        .as("all built-in queries")
        .isFalse();
  }

  private void requireSame(String job, String request) throws Exception {
    HttpResponse<String> again = gate.send("POST", "/v1/jobs", request, "Idempotency-Key", "k");
    assertThat(again.statusCode()).as(again.body()).isEqualTo(200);
    assertThat(again.headers().firstValue("Location")).contains(job);
  }

  private Path folder(String job) {
    return folder.resolve("gateway/jobs").resolve(job.substring("/v1/jobs/".length()));
  }

  @Test
  void theTraceOfAJobIsKeptWithIt() throws Exception {
    String trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    String job = gate.job("{}", "traceparent", trace);
    assertThat(Files.readString(folder(job).resolve("job.json"))).contains(trace);
  }

  @Test
  void theNewestEventsComeFirstAndThoseBeforeThemPageByPage() throws Exception {
    String job = gate.job("{\"queries\":[\"tpv-by-store\"]}");
    gate.put(job, "stores/s.csv", "store_id,store_name\n1,Uno\n");
    gate.put(job, "transactions/t.csv", "store_id,final_amount,created_at\n");
    List<String> all = kinds(job + "/events");
    assertThat(all).hasSizeGreaterThan(4);
    assertThat(kinds(job + "/events?limit=2")).isEqualTo(all.subList(all.size() - 2, all.size()));
    assertThat(kinds(job + "/events?limit=2&before=" + (all.size() - 1)))
        .isEqualTo(all.subList(all.size() - 4, all.size() - 2));
    assertThat(kinds(job + "/events?limit=9&before=3")).isEqualTo(all.subList(0, 2));
    assertThat(kinds(job + "/events?before=1")).isEmpty();
    gate.complete(job);
    List<String> ended = kinds(job + "/events");
    assertThat(kinds(job + "/events?limit=1")).containsExactly("completed");
    assertThat(kinds(job + "/events?limit=2&before=3")).isEqualTo(ended.subList(0, 2));
    for (String wrong : List.of("limit=0", "limit=x", "before=-1", "before=x")) {
      assertThat(gate.send("GET", job + "/events?" + wrong, "").statusCode()).isEqualTo(400);
    }
  }

  private List<String> kinds(String path) throws Exception {
    return gate.show(path).path("events").findValuesAsText("kind");
  }
}
