package dev.roastery.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The types of a table over HTTP, from the first lines of one of its files. */
class InferTableTest {

  @TempDir private Path folder;
  private Gate gate;

  @BeforeEach
  void setUp() throws Exception {
    gate = new Gate(folder);
  }

  @AfterEach
  void tearDown() {
    gate.close();
  }

  @Test
  void theAnswerIsATablesDocument() throws Exception {
    HttpResponse<String> answer = infer("orders", "id;customer;paid\n1;007;50,94\n2;8;NA\n");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.body())
        .isEqualTo(
            "{\"tables\":{\"orders\":{\"columns\":{\"id\":\"whole\",\"customer\":\"text\","
                + "\"paid\":{\"type\":\"decimal(2)\",\"null\":\"NA\",\"decimal\":\",\"}},"
                + "\"strict\":true,\"delimiter\":\";\"}}}\n");
  }

  @Test
  void linesOfObjectsAreKnownByTheFirst() throws Exception {
    HttpResponse<String> answer =
        infer("orders", "\n{\"id\":1,\"paid\":2.50}\n{\"id\":2,\"day\":\"2024-01-31\"}\n");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    assertThat(answer.body())
        .isEqualTo(
            "{\"tables\":{\"orders\":{\"columns\":{\"day\":\"date\",\"id\":\"whole\","
                + "\"paid\":\"decimal(2)\"},\"strict\":true}}}\n");
  }

  @Test
  void whatIsNoTableIsRefused() throws Exception {
    assertThat(infer("orders", "").statusCode()).isEqualTo(422);
    assertThat(infer("orders", "a,a\n1,2\n").body()).contains("has column a twice");
    assertThat(infer("or.ders", "a\n1\n").statusCode()).isEqualTo(400);
    assertThat(infer("orders", "a\n" + "1\n".repeat(600_000)).statusCode()).isEqualTo(413);
  }

  private HttpResponse<String> infer(String table, String lines) throws Exception {
    return gate.send("POST", "/v1/tables/" + table, lines);
  }
}
