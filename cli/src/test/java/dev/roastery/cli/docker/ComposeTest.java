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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code docker compose up} starts keeps the promise, and keeps to itself. */
@Tag("docker")
class ComposeTest {

  private static final ComposeCluster cluster = new ComposeCluster("compose.yaml");
  private static final Duration LIMIT = Duration.ofMinutes(10);

  @TempDir private Path folder;

  @BeforeAll
  static void up() throws Exception {
    cluster.up();
  }

  /** Whatever a test has killed, also one that failed. */
  @AfterEach
  void upAgain() throws Exception {
    cluster.upAgain();
  }

  /** Everything ends when it is asked to, and nothing is left. */
  @AfterAll
  static void down() throws Exception {
    SortedMap<String, String> ends = new TreeMap<>();
    try {
      cluster.stop();
      for (String service : ComposeCluster.NODES) {
        for (String container : cluster.containers(service)) {
          ends.put(service + " " + container, cluster.inspect(container, "{{.State.ExitCode}}"));
        }
      }
    } finally {
      cluster.down();
    }
    assertThat(ends).hasSize(7);
    assertThat(ends.values()).containsOnly("0");
    assertThat(cluster.remains()).isEmpty();
  }

  @Test
  void twoJobsAtOnceAnswerLikeARunWhileContainersAndProcessesAreKilled() throws Exception {
    Path first = dataset("first", 7);
    Path second = dataset("second", 8);
    Process submitsFirst = submit(first);
    Process submitsSecond = submit(second);
    awaitUpload(first, submitsFirst);
    awaitUpload(second, submitsSecond);

    List<String> killed = new ArrayList<>();
    List<String> revived = new ArrayList<>(cluster.containers("gateway"));
    for (String worker : ComposeCluster.WORKERS) {
      killed.add(cluster.containers(worker).getFirst());
      revived.add(cluster.containers(worker).getLast());
    }
    cluster.kill(killed);
    cluster.killProcesses(revived);
    assertThat(submitsFirst.isAlive() && submitsSecond.isAlive()).as("killed in time").isTrue();

    for (String container : killed) {
      assertThat(cluster.inspect(container, "{{.State.Running}}")).isEqualTo("false");
      cluster.start(container);
      cluster.awaitHealthy(container);
    }
    for (String container : revived) {
      cluster.awaitHealthy(container);
      assertThat(cluster.inspect(container, "{{.RestartCount}}")).isEqualTo("1");
    }
    assertThat(ending(submitsFirst)).as(() -> said(first)).isZero();
    assertThat(ending(submitsSecond)).as(() -> said(second)).isZero();
    assertThat(results(first, "submitted")).hasSize(5).isEqualTo(run(first));
    assertThat(results(second, "submitted")).hasSize(5).isEqualTo(run(second));
  }

  @Test
  void aJobCompletesThoughOneWorkerOfEachKindIsKilledAndNeverStarted() throws Exception {
    Path job = dataset("job", 9);
    Process submits = submit(job);
    awaitUpload(job, submits);

    List<String> killed = new ArrayList<>();
    for (String worker : ComposeCluster.WORKERS) {
      killed.add(cluster.containers(worker).getFirst());
    }
    cluster.kill(killed);
    assertThat(submits.isAlive()).as("killed in time").isTrue();

    assertThat(ending(submits)).as(() -> said(job)).isZero();
    assertThat(results(job, "submitted")).hasSize(5).isEqualTo(run(job));
    for (String container : killed) {
      assertThat(cluster.inspect(container, "{{.State.Running}}")).isEqualTo("false");
    }
  }

  /** Without joiners the job cannot end before the lights go out. */
  @Test
  void aJobThatNobodyWatchesCompletesAfterEverythingWasKilledTheBrokerToo() throws Exception {
    Path job = dataset("job", 10);
    cluster.kill(cluster.containers("joiner"));
    assertThat(ending(roastery(job, "submit", "set", gateway(), "--quiet")))
        .as(() -> said(job))
        .isZero();
    String id = said(job).strip();
    cluster.kill(cluster.running());
    assertThat(cluster.running()).isEmpty();

    cluster.upAgain();
    assertThat(ending(roastery(job, "watch", id, gateway(), "--out=submitted")))
        .as(() -> said(job))
        .isZero();
    assertThat(results(job, "submitted")).hasSize(5).isEqualTo(run(job));
  }

  @Test
  void nodesAreNotRootAndWriteToTheirVolumeOnly() throws Exception {
    for (String service : ComposeCluster.NODES) {
      String container = cluster.containers(service).getFirst();
      assertThat(cluster.inside(container, "id -u")).isEqualTo("10001");
      assertThat(
              cluster.inside(
                  container,
                  "for at in / /etc /opt/roastery /run/roastery /var/lib/roastery; do"
                      + " touch $at/probe 2>/dev/null && rm $at/probe && echo $at; done; true"))
          .isEqualTo("/var/lib/roastery");
      assertThat(cluster.inside(container, "grep -E '^(CapEff|NoNewPrivs)' /proc/1/status"))
          .isEqualTo("CapEff:\t0000000000000000\nNoNewPrivs:\t1");
    }
  }

  @Test
  void onlyTheGatewaysDoorIsOpenAndOnlyToThisMachine() throws Exception {
    List<String> open = new ArrayList<>();
    for (String container : cluster.containers()) {
      String ports =
          cluster.inspect(
              container,
              "{{range $port, $at := .NetworkSettings.Ports}}"
                  + "{{range $at}}{{$port}} {{.HostIp}} {{end}}{{end}}");
      if (!ports.isEmpty()) {
        open.add(ports);
      }
    }
    assertThat(open).containsExactly("8080/tcp 127.0.0.1");
  }

  private Path dataset(String name, long seed) {
    try {
      Path set = Files.createDirectories(folder.resolve(name)).resolve("set");
      new SampleDataset(new SampleSettings(2_000_000, 24, seed), set, Progress.UNWATCHED).write(2);
      return set.getParent();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Process submit(Path job) throws Exception {
    String name = "--name=" + job.getFileName();
    return roastery(job, "submit", "set", gateway(), "--watch", "--out=submitted", name);
  }

  private static String gateway() {
    return "--gateway=" + cluster.gatewayUrl();
  }

  /** What it says goes to a file of that folder. */
  private static Process roastery(Path job, String... arguments) throws IOException {
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
        .directory(job.toFile())
        .redirectErrorStream(true)
        .redirectOutput(job.resolve("said").toFile())
        .start();
  }

  private static void awaitUpload(Path job, Process submits) {
    await().atMost(LIMIT).until(() -> !submits.isAlive() || uploaded(job) > 0);
  }

  /** How many bytes of a folder's job the gateway has; 0 while it does not answer. */
  private static long uploaded(Path job) throws Exception {
    String name = String.valueOf(job.getFileName());
    HttpRequest jobs =
        HttpRequest.newBuilder(URI.create(cluster.gatewayUrl() + "/v1/jobs")).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      String answer = client.send(jobs, BodyHandlers.ofString()).body();
      return new ObjectMapper()
          .readTree(answer)
          .path("jobs")
          .valueStream()
          .filter(each -> each.path("name").asText().equals(name))
          .mapToLong(each -> each.path("bytes").asLong())
          .sum();
    } catch (IOException _) {
      return 0;
    }
  }

  private static String said(Path job) {
    try {
      return Files.readString(job.resolve("said"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int ending(Process process) throws InterruptedException {
    if (!process.waitFor(LIMIT.toMinutes(), TimeUnit.MINUTES)) {
      process.destroyForcibly();
      return -1;
    }
    return process.exitValue();
  }

  private static SortedMap<String, String> run(Path job) throws Exception {
    assertThat(ending(roastery(job, "run", "set", "--out=ran"))).as(() -> said(job)).isZero();
    return results(job, "ran");
  }

  private static SortedMap<String, String> results(Path job, String out) throws IOException {
    SortedMap<String, String> results = new TreeMap<>();
    try (Stream<Path> files = Files.list(job.resolve(out))) {
      for (Path file : files.toList()) {
        results.put(file.getFileName().toString(), Files.readString(file));
      }
    }
    return results;
  }
}
