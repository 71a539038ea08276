package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.harness.PrivateBroker;
import dev.roastery.testkit.TestBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The rows of a job that was cancelled, deleted or computed are in no file of any volume soon
 * afterwards, while all processes go on. Every value of these rows contains a word that is searched
 * for in every file; it is found there while the job is open.
 */
class LeftoverRowsTest {

  private static final String MARK = "PEABERRY";

  private static final String TRANSACTIONS =
      IntStream.range(0, 300)
          .mapToObj(row -> MARK + "-" + row + "," + row % 3 + ",80.00,2024-03-01 10:00:00\n")
          .collect(Collectors.joining("", "transaction_id,store_id,final_amount,created_at\n", ""));

  private static final String STORES =
      "store_id,store_name\n0,%1$s-N\n1,%1$s-E\n2,%1$s-S\n%1$s,W\n".formatted(MARK);

  private static final String REQUEST =
      """
      {"queries": ["high-value-transactions", "tpv-by-store"], "badRows": "skip", "maxBadRows": 9}
      """;

  @TempDir private Path folder;
  private Service service;

  /** With little memory, so that states are spilled. */
  @Test
  void allInOneProcess() throws Exception {
    try (Service dev = Service.dev(folder, "--memory=1k")) {
      service = dev;
      cancelledJobLeavesNothing("state/partitions/aggregator-", "state/partitions/joiner-");
      computedJobLeavesItsAnswersUntilItIsDeleted();
    }
  }

  @Test
  @Tag("broker")
  void inACluster() throws Exception {
    try (PrivateBroker broker = TestBroker.startPrivate(folder.resolve("broker"));
        Service cluster = Service.overRabbit(folder, broker.uri())) {
      service = cluster;
      cancelledJobLeavesNothing("volume-aggregator/", "volume-joiner/");
      computedJobLeavesItsAnswersUntilItIsDeleted();
    }
  }

  private void cancelledJobLeavesNothing(String... ofWorkers) throws Exception {
    String job = create();
    upload(job);
    var piece = to(job + "/parts/stores/more.csv").header("Upload-Complete", "?0");
    call(202, piece.PUT(BodyPublishers.ofString(STORES)));
    for (String volume : ofWorkers) {
      await()
          .atMost(Service.LIMIT)
          .until(() -> marked().stream().anyMatch(file -> file.startsWith(volume)));
    }
    assertThat(marked())
        .anyMatch(file -> file.endsWith(".rejects"))
        .anyMatch(file -> file.endsWith(".remainder"));

    call(202, to(job + "/cancel").POST(BodyPublishers.noBody()));
    await().atMost(Service.LIMIT).until(() -> service.newest().state().equals("CANCELLED"));

    await().atMost(Service.LIMIT).untilAsserted(() -> assertThat(marked()).isEmpty());
    assertThat(call(200, to(job + "/rejects"))).doesNotContain(MARK);
  }

  private void computedJobLeavesItsAnswersUntilItIsDeleted() throws Exception {
    String job = create();
    upload(job);
    call(202, to(job + "/seal").POST(BodyPublishers.noBody()));
    await().atMost(Service.LIMIT).until(() -> service.newest().state().equals("COMPLETED"));

    await()
        .atMost(Service.LIMIT)
        .untilAsserted(() ->
            assertThat(marked())
                .hasSize(3)
                .allMatch(file -> file.contains(job) && file.matches(".*(csv|rejects)")));

    call(204, to(job).DELETE());
    await().atMost(Service.LIMIT).untilAsserted(() -> assertThat(marked()).isEmpty());
  }

  private String create() throws IOException {
    call(201, service.to("/v1/jobs").POST(BodyPublishers.ofString(REQUEST)));
    return service.newest().id();
  }

  private void upload(String job) throws IOException {
    call(201, to(job + "/parts/transactions/a.csv").PUT(BodyPublishers.ofString(TRANSACTIONS)));
    call(201, to(job + "/parts/stores/a.csv").PUT(BodyPublishers.ofString(STORES)));
  }

  private HttpRequest.Builder to(String path) {
    return service.to("/v1/jobs/" + path);
  }

  private String call(int expected, HttpRequest.Builder request) throws IOException {
    HttpResponse<String> answer = service.call(request);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(expected);
    return answer.body();
  }

  /** The files of all volumes, and temporary ones, that contain the word. */
  private List<String> marked() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(each -> !each.endsWith("broker")).flatMap(this::markedIn).toList();
    }
  }

  private Stream<String> markedIn(Path volume) {
    try (Stream<Path> files = Files.walk(volume)) {
      return files.filter(LeftoverRowsTest::isMarked).map(this::name).toList().stream();
    } catch (IOException | UncheckedIOException e) {
      return Stream.of(volume + " changed while it was searched: " + e);
    }
  }

  private String name(Path file) {
    return folder.relativize(file).toString();
  }

  private static boolean isMarked(Path file) {
    try {
      return Files.isRegularFile(file)
          && Files.readString(file, StandardCharsets.ISO_8859_1).contains(MARK);
    } catch (NoSuchFileException _) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
