package dev.roastery.cli.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.roastery.cli.Repository;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A job that a client on this machine submits to a cluster in containers.
 *
 * @param folder of its dataset, its results, and what the client says
 */
record ComposeJob(ComposeCluster cluster, Path folder) {

  private static final Duration LIMIT = Duration.ofMinutes(10);

  static ComposeJob generate(ComposeCluster cluster, Path folder, long transactions, long seed)
      throws IOException {
    Path set = Files.createDirectories(folder).resolve("set");
    new SampleDataset(new SampleSettings(transactions, 24, seed), set, Progress.UNWATCHED).write(2);
    return new ComposeJob(cluster, folder);
  }

  private String name() {
    return String.valueOf(folder.getFileName());
  }

  Process submit() throws IOException {
    return roastery("submit", "set", gateway(), "--watch", "--out=submitted", "--name=" + name());
  }

  String gateway() {
    return "--gateway=" + cluster.gatewayUrl();
  }

  /** What it says goes to a file of the folder. */
  Process roastery(String... arguments) throws IOException {
    Path jars = Repository.ROOT.resolve("build/install/lib").toAbsolutePath();
    List<String> words =
        new ArrayList<>(
            List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                jars + "/*",
                "dev.roastery.cli.Main"));
    words.addAll(List.of(arguments));
    return new ProcessBuilder(words)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("said").toFile())
        .start();
  }

  /** Until the gateway has some of it, or the client has ended. */
  void awaitUpload(Process submits) {
    await().atMost(LIMIT).until(() -> !submits.isAlive() || uploaded() > 0);
  }

  /** How many bytes of the job the gateway has; 0 while it does not answer. */
  private long uploaded() throws Exception {
    HttpRequest jobs =
        HttpRequest.newBuilder(URI.create(cluster.gatewayUrl() + "/v1/jobs")).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      String answer = client.send(jobs, BodyHandlers.ofString()).body();
      return new ObjectMapper()
          .readTree(answer)
          .path("jobs")
          .valueStream()
          .filter(each -> each.path("name").asText().equals(name()))
          .mapToLong(each -> each.path("bytes").asLong())
          .sum();
    } catch (IOException _) {
      return 0;
    }
  }

  String said() {
    try {
      return Files.readString(folder.resolve("said"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static int ending(Process process) throws InterruptedException {
    if (!process.waitFor(LIMIT.toMinutes(), TimeUnit.MINUTES)) {
      process.destroyForcibly();
      return -1;
    }
    return process.exitValue();
  }

  /** The results of the same by {@code run}, on this machine alone. */
  SortedMap<String, String> run() throws Exception {
    assertThat(ending(roastery("run", "set", "--out=ran"))).as(this::said).isZero();
    return results("ran");
  }

  SortedMap<String, String> results(String out) throws IOException {
    SortedMap<String, String> results = new TreeMap<>();
    try (Stream<Path> files = Files.list(folder.resolve(out))) {
      for (Path file : files.toList()) {
        results.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return results;
  }
}
