package dev.roastery.gateway.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventsTest {

  @TempDir private Path folder;
  private Gate gate;

  @BeforeEach
  void start() throws Exception {
    gate = new Gate(folder, null, Gate.impatient());
  }

  @AfterEach
  void stop() {
    gate.close();
  }

  @Test
  void theStreamHasWhatWasAndWhatComesAndEndsWithTheJob() throws Exception {
    UUID id = gate.createJob();
    try (BufferedReader stream = open(id)) {
      assertThat(stream.readLine()).isEqualTo("id: 0");
      assertThat(stream.readLine()).isEqualTo("event: created");
      assertThat(stream.readLine())
          .isEqualTo(
              "data: {\"seq\":0,\"at\":\"2026-01-02T03:04:05.006Z\",\"kind\":\"created\","
                  + "\"text\":\"The job was made.\",\"fact\":\"a \\\"fact\\\"\"}");
      gate.jobs.finish(id);
      String rest = stream.lines().collect(Collectors.joining("\n"));

      assertThat(rest).contains("id: 1\nevent: completed\n");
    }
    await().until(() -> gate.jobs.watchers(id) == 0);
  }

  @Test
  void aClientGoesOnAfterTheLastEventThatItSaw() throws Exception {
    UUID id = gate.completeJob();

    HttpResponse<String> stream =
        gate.send("GET", events(id), null, "Accept", "text/event-stream", "Last-Event-ID", "0");
    HttpResponse<String> json = gate.send("GET", events(id), null, "Last-Event-ID", "1");

    assertThat(stream.body()).startsWith("id: 1\nevent: sealed").contains("id: 2\n");
    assertThat(json.body()).startsWith("{\"events\":[{\"seq\":2,");
    assertThat(gate.send("GET", events(id), null, "Last-Event-ID", "x").statusCode())
        .isEqualTo(400);
  }

  @Test
  void aStreamShowsThatItIsAliveAndIsForgottenWhenItsClientIsGone() throws Exception {
    UUID id = gate.createJob();
    BufferedReader stream = open(id);
    while (!": ping".equals(stream.readLine())) {
      assertThat(gate.jobs.watchers(id)).isEqualTo(1);
    }
    stream.close();

    await().until(() -> gate.jobs.watchers(id) == 0);
    await().until(() -> gate.metrics.text().contains("roastery_http_watchers_open 0"));
  }

  @Test
  void onlySoManyMayWatch() throws Exception {
    UUID id = gate.createJob();
    try (BufferedReader one = open(id);
        BufferedReader two = open(id)) {
      assertThat(one.readLine()).isEqualTo(two.readLine());

      assertThat(gate.send("GET", events(id), null, "Accept", "text/event-stream").statusCode())
          .isEqualTo(429);
    }
  }

  @Test
  void closingTheGatewayEndsTheStreams() throws Exception {
    UUID id = gate.createJob();
    try (BufferedReader stream = open(id)) {
      assertThat(stream.readLine()).isEqualTo("id: 0");
      gate.gateway.close();

      assertThat(stream.lines().filter(line -> line.startsWith("event:"))).hasSize(1);
    }
  }

  private BufferedReader open(UUID id) throws Exception {
    HttpResponse<InputStream> response =
        gate.client()
            .send(
                gate.request("GET", events(id), null, "Accept", "text/event-stream"),
                BodyHandlers.ofInputStream());
    assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream");
    return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
  }

  private static String events(UUID id) {
    return "/v1/jobs/" + id + "/events";
  }
}
