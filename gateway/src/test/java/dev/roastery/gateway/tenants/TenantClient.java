package dev.roastery.gateway.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One client of the service; its token is its name. Each batch of its rows is one kibibyte. */
record TenantClient(URI gateway, String name, Map<UUID, String> clients) {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private static final String QUERY =
      """
      {"name": "sales-%d", "from": "transactions", "groupBy": ["transaction_id"],
       "measures": {"n": {"count": "*"}}, "select": ["transaction_id", "n"]}
      """;

  private static final String HEADER = "transaction_id,store_id,final_amount,created_at,user_id\n";

  /** Of 37 bytes each. */
  private static final int ROWS_PER_BATCH = 27;

  UUID create() throws IOException, InterruptedException {
    return create(1);
  }

  /** A job of so many queries: at its gate, a partition sends two messages for each. */
  UUID create(int queries) throws IOException, InterruptedException {
    String request =
        IntStream.range(0, queries)
            .mapToObj(QUERY::formatted)
            .collect(Collectors.joining(",", "{\"queries\": [", "]}"));
    HttpResponse<String> answer = send("POST", "/v1/jobs", request);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    String location = answer.headers().firstValue("Location").orElseThrow();
    UUID job = UUID.fromString(location.substring("/v1/jobs/".length()));
    clients.put(job, name);
    return job;
  }

  /** Uploads a part of about so many batches. */
  void upload(UUID job, int part, int batches) throws IOException, InterruptedException {
    StringBuilder csv = new StringBuilder(HEADER);
    for (int row = 0; row < batches * ROWS_PER_BATCH; row++) {
      csv.append("%06d,1,80.00,2024-01-05 10:00:00,7\n".formatted(row));
    }
    String path = "/v1/jobs/" + job + "/parts/transactions/p" + part + ".csv";
    HttpResponse<String> answer = send("PUT", path, csv.toString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
  }

  void seal(UUID job) throws IOException, InterruptedException {
    HttpResponse<String> answer = send("POST", "/v1/jobs/" + job + "/seal", "");
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
  }

  String state(UUID job) throws IOException, InterruptedException {
    return send("GET", "/v1/jobs/" + job, "").body();
  }

  private HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(gateway + path))
            .header("Authorization", "Bearer " + name)
            .method(method, BodyPublishers.ofString(body))
            .build();
    return HTTP.send(request, BodyHandlers.ofString());
  }
}
