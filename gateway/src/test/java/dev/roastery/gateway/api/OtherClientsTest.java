package dev.roastery.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.gateway.api.server.Route;
import dev.roastery.gateway.api.server.Tokens;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a client with a token of its own learns of the jobs of another client: nothing. */
class OtherClientsTest {

  private static final String[] ANN = {"Authorization", "Bearer a"};
  private static final String[] BOB = {"Authorization", "Bearer b"};
  private static final String REQUEST =
      "{\"queries\":[\"tpv-by-store\"],\"badRows\":\"skip\",\"maxBadRows\":1}";

  @TempDir static Path folder;
  private static RealGate gate;

  /** Ann's: completed, with a result and a rejected row. */
  private static String finished;

  /** Ann's: it has a part, and takes more. */
  private static String open;

  @BeforeAll
  static void start() throws Exception {
    Path tokens =
        Files.writeString(
            folder.resolve("tokens"), Tokens.line("ann", "a") + "\n" + Tokens.line("bob", "b"));
    gate = new RealGate(folder.resolve("state"), tokens);
    finished = gate.job(REQUEST, ANN);
    gate.put(finished, "stores/s.csv", "store_id,store_name\n1,Uno\n", ANN);
    gate.put(
        finished,
        "transactions/t.csv",
        "store_id,final_amount,created_at\n1,2,2024-03-01 12:00:00\nx,2,2024-03-01 12:00:00\n",
        ANN);
    gate.complete(finished, ANN);
    open = gate.job(REQUEST, ANN);
    gate.put(open, "stores/s.csv", "store_id,store_name\n1,Uno\n", ANN);
  }

  @AfterAll
  static void stop() {
    gate.close();
  }

  /** Every call of this interface that names a job. */
  static Stream<Route> callsOfAJob() {
    return ApiRoutes.of(
            new JobCalls(null, null, null),
            new UploadCalls(null, null),
            new EventCalls(null, null, null),
            new ResultCalls(null),
            new SystemCalls(null, null, null))
        .stream()
        .filter(route -> route.template().contains("{id}"));
  }

  @ParameterizedTest
  @MethodSource("callsOfAJob")
  void theJobOfAnotherClientIsLikeOneThatNeverWas(Route route) throws Exception {
    for (String job : List.of(finished, open)) {
      String other = call(route, job);
      String none = call(route, "/v1/jobs/" + new UUID(0x7000, 2));

      assertThat(other.replace(job.substring("/v1/jobs/".length()), "ID"))
          .isEqualTo(none.replace(new UUID(0x7000, 2).toString(), "ID"))
          .startsWith("404");
    }
    assertThat(gate.show(finished, ANN).required("state").asText()).isEqualTo("COMPLETED");
    assertThat(gate.show(open, ANN).required("parts")).hasSize(1);
  }

  private static String call(Route route, String job) throws Exception {
    String path =
        route
            .template()
            .replace("/v1/jobs/{id}", job)
            .replace("{table}", "stores")
            .replace("{name}", "s.csv")
            .replace("{query}", "tpv-by-store");
    HttpResponse<String> answer =
        gate.send(
            route.method(),
            path,
            BodyPublishers.ofString(route.method().equals("GET") ? "" : "{}"),
            Stream.concat(Stream.of(BOB), Stream.of("Upload-Offset", "27", "Upload-Complete", "?1"))
                .toArray(String[]::new));
    return answer.statusCode() + answer.body();
  }

  @Test
  void theListHasOnlyOnesOwnJobs() throws Exception {
    String id = open.substring("/v1/jobs/".length());
    assertThat(gate.send("GET", "/v1/jobs", "", ANN).body()).contains(id);
    assertThat(gate.send("GET", "/v1/jobs?state=UPLOADING", "", BOB).body()).doesNotContain(id);
    assertThat(gate.send("GET", "/v1/jobs?after=" + new UUID(-1, -1), "", BOB).body())
        .doesNotContain(id);
    assertThat(gate.send("GET", "/v1/workers", "", BOB).body()).doesNotContain(id);
    assertThat(gate.send("GET", "/metrics", "").body()).doesNotContain(id).doesNotContain("ann");
  }

  @Test
  void anIdempotencyKeyIsOnesOwn() throws Exception {
    String anns = gate.job("{\"name\":\"of ann\"}", with(ANN, "Idempotency-Key", "k"));
    String bobs = gate.job("{\"name\":\"of bob\"}", with(BOB, "Idempotency-Key", "k"));
    assertThat(bobs).isNotEqualTo(anns);
    HttpResponse<String> again =
        gate.send("POST", "/v1/jobs", "{\"name\":\"of bob\"}", with(BOB, "Idempotency-Key", "k"));
    assertThat(again.statusCode()).isEqualTo(200);
    assertThat(again.headers().firstValue("Location")).contains(bobs);
  }

  private static String[] with(String[] client, String name, String value) {
    return new String[] {client[0], client[1], name, value};
  }
}
