package dev.roastery.cli.service;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import dev.roastery.cli.Repository;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients at the same time: each gets its own, and nothing of anybody else's. */
class ManyClientsTest {

  @TempDir private Path folder;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private Service service;

  @BeforeEach
  void setUp() throws Exception {
    Path tokens = folder.resolve("tokens");
    Files.writeString(tokens, line("ann") + line("bob"));
    service = Service.dev(folder, "--tokens=" + tokens);
  }

  private static String line(String client) throws Exception {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret(client).getBytes(US_ASCII));
    return client + " " + HexFormat.of().formatHex(digest) + "\n";
  }

  private static String secret(String client) {
    return "the-token-of-" + client;
  }

  @AfterEach
  void tearDown() {
    threads.shutdownNow();
    service.close();
  }

  @Test
  void differentDatasetsAndTenTimesTheSameAtOnceGiveEachItsOwnResults() throws Exception {
    Path one = dataset(6_000, 1);
    Path other = dataset(9_000, 2);
    List<Future<Path>> ofAnn = new ArrayList<>();
    for (int copy = 0; copy < 10; copy++) {
      ofAnn.add(submit("ann", one, copy));
    }
    Future<Path> ofBob = submit("bob", other, 0);

    assertThat(Service.results(ofBob.get())).isEqualTo(right(other));
    for (Future<Path> each : ofAnn) {
      assertThat(Service.results(each.get())).isEqualTo(right(one));
    }
    assertThat(jobs("ann")).hasSize(10);
    assertThat(jobs("bob")).hasSize(1);
    String job = jobs("bob").getFirst();
    assertThat(as("bob", "status", job).code()).isZero();
    assertThat(as("ann", "status", job).err()).contains("there is no job " + job);
    assertThat(as("ann", "cancel", job).code()).isEqualTo(2);
    assertThat(as("ann", "results", job).code()).isEqualTo(2);
    assertThat(as("eve", "jobs").code()).isEqualTo(9);
  }

  @Test
  void theSameSubmissionTwiceAtOnceIsOneJob() throws Exception {
    Path set = dataset(60_000, 3);
    Future<Path> first = submit("ann", set, 1, "--resume");
    Future<Path> second = submit("ann", set, 2, "--resume");

    assertThat(Service.results(first.get())).isEqualTo(right(set));
    assertThat(Service.results(second.get())).isEqualTo(right(set));
    assertThat(jobs("ann")).hasSize(1);
  }

  private Future<Path> submit(String client, Path set, int copy, String... options) {
    Path out = folder.resolve("out-" + client + copy);
    return threads.submit(() -> {
      List<String> words =
          new ArrayList<>(List.of("submit", set.toString(), "--watch", "--quiet", "--out=" + out));
      words.addAll(List.of(options));
      Outcome outcome = as(client, words.toArray(String[]::new));
      assertThat(outcome.code()).as(outcome.err()).isZero();
      return out;
    });
  }

  private List<String> jobs(String client) {
    return Repository.all("\"id\":\"([0-9a-f-]{36})\"", as(client, "jobs", "--json=id").out());
  }

  private Outcome as(String client, String... words) {
    return Commands.run(
        Map.of("ROASTERY_GATEWAY", service.url(), "ROASTERY_TOKEN", secret(client)), words);
  }

  private Path dataset(long transactions, long seed) throws Exception {
    Path set = folder.resolve("set-" + seed);
    new SampleDataset(new SampleSettings(transactions, 6, seed), set, Progress.UNWATCHED).write(2);
    return set;
  }

  private static SortedMap<String, String> right(Path set) throws Exception {
    SortedMap<String, String> right = new TreeMap<>();
    NaiveOracle.results(set).forEach((query, csv) -> right.put(query + ".csv", csv));
    return right;
  }
}
