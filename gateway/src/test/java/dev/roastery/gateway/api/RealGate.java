package dev.roastery.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.process.Metrics;
import dev.roastery.embedded.LocalCluster;
import dev.roastery.gateway.api.server.HttpLimits;
import dev.roastery.gateway.api.server.HttpSettings;
import dev.roastery.gateway.jobs.StandardSettings;
import java.io.IOException;
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

/** A gateway with workers behind it in this process, and a client of it. */
final class RealGate implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final AtomicReference<Fatal> fatal = new AtomicReference<>();
  private final LocalCluster cluster;
  private final HttpGateway gateway;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** Without a file of tokens, everybody is the same client. */
  RealGate(Path folder, Path tokens) throws IOException {
    cluster =
        LocalCluster.start(
            folder,
            StandardSettings.of(Partitions.oneEach().with(StageKind.AGGREGATOR, 2)),
            Clock.systemUTC(),
            fatal::set);
    gateway =
        HttpGateway.start(
            new HttpSettings(0, "127.0.0.1", null, tokens, HttpLimits.defaults()),
            cluster.jobs(),
            Collections::emptyList,
            new Metrics(),
            fatal::set);
  }

  HttpResponse<String> send(String method, String path, BodyPublisher body, String... headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(gateway.address() + path)).method(method, body);
    return client.send(
        (headers.length == 0 ? request : request.headers(headers)).build(),
        BodyHandlers.ofString());
  }

  HttpResponse<String> send(String method, String path, String body, String... headers)
      throws Exception {
    return send(method, path, BodyPublishers.ofString(body), headers);
  }

  /** The path of a new job. */
  String job(String request, String... headers) throws Exception {
    HttpResponse<String> created = send("POST", "/v1/jobs", request, headers);
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    return created.headers().firstValue("Location").orElseThrow();
  }

  /** Sends a part that is taken. */
  void put(String job, String part, String rows, String... headers) throws Exception {
    HttpResponse<String> taken = send("PUT", job + "/parts/" + part, rows, headers);
    assertThat(taken.statusCode()).as(taken.body()).isEqualTo(201);
  }

  /** Lets the job run, and waits until it is completed. */
  void complete(String job, String... headers) throws Exception {
    HttpResponse<String> sealed = send("POST", job + "/seal", "", headers);
    assertThat(sealed.statusCode()).as(sealed.body()).isEqualTo(202);
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> {
          String state = show(job, headers).required("state").asText();
          assertThat(state).isNotIn("FAILED", "CANCELLED");
          return state.equals("COMPLETED");
        });
  }

  JsonNode show(String job, String... headers) throws Exception {
    return JSON.readTree(send("GET", job, BodyPublishers.noBody(), headers).body());
  }

  @Override
  public void close() {
    gateway.close();
    cluster.close();
    client.close();
    assertThat(fatal).hasNullValue();
  }
}
