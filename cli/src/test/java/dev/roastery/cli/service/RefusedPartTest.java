package dev.roastery.cli.service;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A part that cannot be read fails its job, and everyone who looks at the job learns why. */
class RefusedPartTest {

  private static final String STORES = "store_id,store_name\n1,One\n2,Two\n3,Three\nx,Four\n";
  private static final String PLACE = ", line 5, column store_id: \"x\" is not a whole number";

  @TempDir private Path folder;
  private Service service;

  @BeforeEach
  void setUp() throws IOException {
    service = Service.dev(folder);
  }

  @AfterEach
  void tearDown() {
    service.close();
  }

  private Outcome run(String... words) {
    return Commands.run(Map.of("ROASTERY_GATEWAY", service.url()), words);
  }

  @Test
  void aFileOfTheCommandLineFailsItsJobWithFileLineColumnAndReason() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(6_000, 12, 4), set, Progress.UNWATCHED).write(2);
    Path file = set.resolve("transactions/transactions_202402.csv");
    List<String> lines = new ArrayList<>(Files.readAllLines(file));
    lines.set(7, lines.get(7).replaceFirst("^[^,]*,[^,]*,", "t,x,"));
    Files.write(file, lines);

    Outcome submitted = run("submit", set.toString());

    assertThat(submitted.code()).isEqualTo(4);
    assertThat(submitted.err())
        .contains("transactions_202402.csv, line 8, column store_id: \"x\"")
        .contains("--bad-rows skip")
        .doesNotContain("could not cancel");
    everybodySees("transactions/transactions_202402.csv, line 8, column store_id: \"x\"");
  }

  @Test
  void aPartOfAnyOtherClientDoesSoToo() throws Exception {
    String job = create();

    HttpResponse<String> refused = put(job, "a.csv", STORES.getBytes(UTF_8));

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.body()).contains("/problems/bad-row");
    everybodySees("stores/a.csv" + PLACE);
    assertThat(put(job, "b.csv", "store_id,store_name\n".getBytes(UTF_8)).body())
        .contains("/problems/conflict", "stores/a.csv, line 5");
  }

  @Test
  void aPackedPartThatIsCutOffDoesSoToo() throws Exception {
    String job = create();
    byte[] packed = gzip(STORES.replace("x", "4").getBytes(UTF_8));

    HttpResponse<String> refused = put(job, "a.csv.gz", Arrays.copyOf(packed, packed.length / 2));

    assertThat(refused.statusCode()).isEqualTo(422);
    everybodySees("stores/a.csv.gz");
  }

  @Test
  void moreBadRowsThanMayBeSkippedFailTheJobAndAreListed() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(6_000, 12, 4), set, Progress.UNWATCHED).write(2);
    Files.writeString(
        set.resolve("stores/bad.csv"), "store_id,store_name\n" + "x,y\n".repeat(9_999));
    Path out = folder.resolve("out");
    String[] words = {"submit", set.toString(), "--bad-rows=skip", "--watch", "--out=" + out, ""};

    words[5] = "--query=tpv-by-store";
    Outcome outcome = run(words);

    assertThat(outcome.code()).as(outcome.err()).isEqualTo(5);
    assertThat(outcome.err())
        .contains("9999 of ", "at most 1% may be skipped", "rejected-rows.csv")
        .doesNotContain("results in");
    assertThat(Files.readAllLines(out.resolve("rejected-rows.csv"))).hasSize(10_000);
    everybodySees("9999 of ");
    words[0] = "run";
    words[3] = "--quiet";
    assertThat(run(words).code()).isEqualTo(5);
  }

  @Test
  void aPartThatWasBegunByMistakeIsTakenBack() throws Exception {
    String job = create();
    var begun =
        service.call(
            service
                .to("/v1/jobs/" + job + "/parts/stores/wrong.csv")
                .header("Upload-Complete", "?0")
                .PUT(BodyPublishers.ofString("store_id,store_name\n1,On")));
    assertThat(begun.statusCode()).isEqualTo(202);

    assertThat(run("delete", job, "--part", "stores").err()).contains("not like stores/stores.csv");
    assertThat(run("delete", job, "--part", "stores/wrong.csv").code()).isZero();

    assertThat(service.get("/v1/jobs/" + job).path("parts")).isEmpty();
    assertThat(run("events", job).out()).contains("stores/wrong.csv was deleted by its client");
    assertThat(run("delete", job, "--part", "stores/wrong.csv").code()).isEqualTo(2);
  }

  @InBrowser
  void thePageShowsIt(Path executable) throws Exception {
    String job = create();
    var _ = put(job, "a.csv", STORES.getBytes(UTF_8));

    for (String page : List.of("jobs", "job/" + job)) {
      try (Browser browser = new Browser(executable, folder, service.url() + "/#" + page)) {
        await()
            .atMost(Service.LIMIT)
            .untilAsserted(() ->
                assertThat(browser.evaluate("document.querySelector('main').textContent"))
                    .contains("failed", "stores/a.csv" + PLACE));
      }
    }
  }

  private void everybodySees(String reason) throws IOException {
    await().atMost(Service.LIMIT).until(() -> service.newest().state().equals("FAILED"));
    String job = service.newest().id();
    assertThat(service.get("/v1/jobs/" + job).path("reason").asText()).contains(reason);
    for (String look : List.of("jobs", "status " + job, "events " + job)) {
      assertThat(run(look.split(" ")).out()).as(look).contains("failed").contains(reason);
    }
    assertThat(run("watch", job).err()).contains("failed: ").contains(reason);
  }

  private String create() throws IOException {
    String request = "{\"queries\":[\"tpv-by-store\"]}";
    HttpResponse<String> made =
        service.call(service.to("/v1/jobs").POST(BodyPublishers.ofString(request)));
    assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
    return service.newest().id();
  }

  private HttpResponse<String> put(String job, String part, byte[] body) throws IOException {
    return service.call(
        service
            .to("/v1/jobs/" + job + "/parts/stores/" + part)
            .PUT(BodyPublishers.ofByteArray(body)));
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(bytes);
    }
    return packed.toByteArray();
  }
}
