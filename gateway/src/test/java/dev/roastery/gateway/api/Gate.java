package dev.roastery.gateway.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.process.Metrics;
import dev.roastery.gateway.api.server.HttpLimits;
import dev.roastery.gateway.api.server.HttpSettings;
import dev.roastery.gateway.api.server.Readiness;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** A gateway on a free port, and a client of it that speaks HTTP properly. */
public final class Gate implements AutoCloseable {

  private static final String NO_PROBLEM = null;

  public final MemoryJobs jobs;
  final Metrics metrics = new Metrics();
  final HttpGateway gateway;

  /** What would have ended the process. */
  public final List<Fatal> fatals = new CopyOnWriteArrayList<>();

  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  public Gate(Path folder) throws IOException {
    this(folder, null, HttpLimits.defaults());
  }

  public Gate(Path folder, Path tokens, HttpLimits limits) throws IOException {
    jobs = new MemoryJobs(folder);
    HttpSettings settings = new HttpSettings(0, "127.0.0.1", null, tokens, limits);
    gateway =
        HttpGateway.start(
            settings,
            jobs,
            () -> List.of(new Readiness.Check("disk", NO_PROBLEM)),
            metrics,
            fatals::add);
  }

  public URI address() {
    return gateway.address();
  }

  /** No thread may wait for long. */
  static HttpLimits impatient() {
    return new HttpLimits(16 << 10, 1 << 20, 10_000, 30, 400, 400, 2, 2, 1 << 20, 2_000, 50, 2_000);
  }

  public HttpResponse<String> send(String method, String path, String body, String... headers)
      throws IOException, InterruptedException {
    return client.send(request(method, path, body, headers), BodyHandlers.ofString());
  }

  HttpRequest request(String method, String path, String body, String... headers) {
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(URI.create(gateway.address() + path))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    return (headers.length == 0 ? builder : builder.headers(headers)).build();
  }

  HttpClient client() {
    return client;
  }

  public UUID createJob(String... headers) throws IOException, InterruptedException {
    HttpResponse<String> created = send("POST", "/v1/jobs", "{}", headers);
    assertThat(created.statusCode()).isEqualTo(201);
    String location = created.headers().firstValue("Location").orElseThrow();
    return UUID.fromString(location.substring("/v1/jobs/".length()));
  }

  UUID completeJob() throws IOException, InterruptedException {
    UUID id = createJob();
    assertThat(send("PUT", part(id, "stores", "s.csv"), "a\n").statusCode()).isEqualTo(201);
    assertThat(send("POST", "/v1/jobs/" + id + "/seal", null).statusCode()).isEqualTo(202);
    jobs.finish(id);
    return id;
  }

  static String part(UUID id, String table, String name) {
    return "/v1/jobs/" + id + "/parts/" + table + "/" + name;
  }

  RawClient raw() throws IOException {
    return new RawClient(gateway.address().getPort());
  }

  static byte[] ascii(String text) {
    return text.getBytes(UTF_8);
  }

  @Override
  public void close() {
    gateway.close();
    client.close();
  }
}
