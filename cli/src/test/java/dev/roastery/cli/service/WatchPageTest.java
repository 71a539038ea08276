package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.roastery.cli.Repository;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.testkit.TestBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** A person watches a job in the web page: its flow, its time, its events, its files. */
class WatchPageTest {

  private static final int FILES = 5_000;
  private static final List<String> FLOW =
      List.of("gateway", "aggregator", "maximizer", "absolute", "joiner", "collector");

  @TempDir private Path folder;

  @Tag("broker")
  @InBrowser
  void aKilledWorkerTurnsRedAndItsPartitionsMove(Path executable) throws Exception {
    try (PrivateBroker broker = TestBroker.startPrivate(folder.resolve("broker"));
        Service service = Service.overRabbit(folder, broker.uri())) {
      String job = PageTest.submitted(service, folder, 60_000, "--approval");
      try (Screen screen = new Screen(executable, folder, service, "job/" + job)) {
        screen.size(1280, 920);
        screen.awaitCount(".box[data-partition^=aggregator-] .owner", 2);
        String owned = ".box[data-partition=aggregator-0]";
        String before = ownerOf(service, "aggregator-0");
        var _ = service.start(Map.of(), Service.node("aggregator", folder, broker.uri()));
        Awaitility.await().atMost(Service.LIMIT).until(() -> aliveAggregators(service) == 2);

        ProcessHandle.of(processOf(service, before)).orElseThrow().destroyForcibly();

        screen.awaitText(owned + "[data-state=lost]", "This worker is gone");
        screen.picture(Repository.ROOT.resolve("build/pictures/killed.png"));
        screen.awaitText(owned + "[data-state=back]", "Back within", "nothing counted twice");
        screen.awaitText("[aria-label=Takeovers]", "aggregator-0", "nothing counted twice");
        screen.awaitText(".flow-workers [data-kind=bad]", "lost");
        assertThat(screen.count("[data-state=lost]")).isZero();
        assertThat(ownerOf(service, "aggregator-0")).isNotEqualTo(before);
        screen.picture(Repository.ROOT.resolve("build/pictures/watch.png"));

        screen.click(Screen.labelled("Approve"));
        screen.awaitCount(".result[aria-busy=false]", 5);
        screen.click("[data-tab=watch]");
        screen.awaitText(".waterfall", "aggregator-0");
        screen.until(_ -> assertThat(screen.count(".waterfall .crash")).isPositive());
      }
    }
  }

  @Tag("broker")
  @InBrowser
  void aTakeoverWhileTheGatewayWasAwayIsToldWhenItIsBack(Path executable) throws Exception {
    try (PrivateBroker broker = TestBroker.startPrivate(folder.resolve("broker"));
        Service service = Service.overRabbit(folder, broker.uri())) {
      String job = PageTest.submitted(service, folder, 6_000, "--approval");
      try (Screen screen = new Screen(executable, folder, service, "job/" + job + "/watch")) {
        screen.awaitCount(".box[data-partition^=aggregator-] .owner", 2);
        String before = ownerOf(service, "aggregator-0");
        long process = processOf(service, before);
        service.killGateway();
        ProcessHandle.of(process).orElseThrow().destroyForcibly();
        var _ = service.start(Map.of(), Service.node("aggregator", folder, broker.uri()));

        // Its clock stands still: by age alone no profile would be asked for again.
        var _ =
            screen.browser.evaluate(
                "((now) => { performance.now = () => now; })(performance.now())");
        int profiles = Integer.parseInt(screen.browser.evaluate(PROFILES));
        service.startGateway();

        String unseen = "while the gateway was away; nothing counted twice";
        screen.awaitText("[aria-label=Takeovers]", "aggregator-0 moved from", unseen);
        screen.until(_ ->
            assertThat(Integer.parseInt(screen.browser.evaluate(PROFILES)))
                .as("the profile is asked for at once after a takeover")
                .isGreaterThan(profiles));
        screen.until(_ -> assertThat(screen.count(".waterfall .crash")).isPositive());
        var _ = screen.browser.evaluate("delete performance.now");
        screen.awaitText(".box[data-partition=aggregator-0][data-state=back]", unseen);
        assertThat(screen.text("[aria-label=Takeovers]")).doesNotContain("within", "collector");
        assertThat(ownerOf(service, "aggregator-0")).isNotEqualTo(before);
        screen.click(Screen.labelled("Approve"));
        screen.awaitText("[aria-label=Status]", "completed");
      }
    }
  }

  private static final String PROFILES =
      "performance.getEntriesByType('resource')"
          + ".filter(each => each.name.endsWith('/profile')).length";

  private static String ownerOf(Service service, String partition) throws IOException {
    return partition(service, partition).path("owner").asText();
  }

  private static JsonNode partition(Service service, String partition) throws IOException {
    return service
        .get("/v1/workers")
        .required("partitions")
        .valueStream()
        .filter(each -> each.path("partition").asText().equals(partition))
        .findFirst()
        .orElseThrow();
  }

  private static long processOf(Service service, String node) throws IOException {
    return workers(service).stream()
        .filter(each -> each.path("node").asText().equals(node))
        .mapToLong(each -> each.path("pid").asLong())
        .findFirst()
        .orElseThrow();
  }

  private static long aliveAggregators(Service service) throws IOException {
    return workers(service).stream()
        .filter(each -> each.path("stage").asText().equals("aggregator"))
        .filter(each -> each.path("state").asText().equals("alive"))
        .count();
  }

  private static List<JsonNode> workers(Service service) throws IOException {
    return service.get("/v1/workers").required("workers").valueStream().toList();
  }

  @InBrowser
  void theFlowIsShownInItsOrderAndTheTimelineHasFilesStagesAndPartitions(Path executable)
      throws Exception {
    try (Service service = Service.dev(folder)) {
      String job = PageTest.submitted(service, folder, 30_000, "--watch");
      try (Screen screen = new Screen(executable, folder, service, "job/" + job + "/watch")) {
        screen.awaitText("[aria-label=Flow]", "filter & group", "look up", "worker@");
        assertThat(
                screen.browser.evaluate(
                    "[...document.querySelectorAll('.flow-title .quiet')]"
                        + ".map(each => each.textContent)"))
            .isEqualTo(String.join(",", FLOW));
        assertThat(screen.count(".flow-lines path")).isGreaterThanOrEqualTo(6);
        screen.awaitText("[aria-label=Timeline]", "transactions", "aggregator-0", "collect");
        assertThat(screen.count("[data-kind=part] .bar")).isPositive();
        assertThat(screen.count("[data-kind=partition] .bar")).isPositive();
      }
    }
  }

  @InBrowser
  void tenThousandEventsAndFiveThousandFilesAreShownInPages(Path executable) throws Exception {
    try (Service service = Service.dev(folder)) {
      String job = manyFiles(service);
      try (Screen screen = new Screen(executable, folder, service, "job/" + job + "/events")) {
        screen.awaitText("[aria-label=Events]", "The job is completed.", "there are older ones");
        assertThat(screen.count("*")).isLessThan(700);

        for (int page = 0; page < 3; page++) {
          screen.click(Screen.labelled("Older events"));
          String known = "%,d events".formatted(100 + 500 * (page + 1));
          screen.awaitText("[aria-label=Events] > p", known);
        }
        assertThat(screen.count("*")).isLessThan(2_500);
        screen.type("[aria-label=Events] select", "result_stored");
        screen.awaitCount("[aria-label=Events] .events > li", 1);
        screen.type("[aria-label=Events] select", "");
        screen.type("[aria-label=Events] input", "NO SUCH WORDS");
        screen.awaitCount("[aria-label=Events] .events > li", 0);

        screen.click("[data-tab=files]");
        screen.awaitText("section[aria-label=Files]", "5,000 of 5,000 files complete");
        screen.awaitCount("section[aria-label=Files] tbody tr", 100);
        String first = screen.text(FIRST_FILE);
        screen.click(Screen.labelled("More"));
        screen.awaitText("section[aria-label=Files]", "page 2");
        screen.awaitCount("section[aria-label=Files] tbody tr", 100);
        assertThat(screen.text(FIRST_FILE)).isNotEqualTo(first);
        twoTurnsAtOnceAreBothMade(screen, first);

        screen.click("[data-tab=watch]");
        screen.awaitText("[aria-label=Timeline]", "Of 5,000 files, the first 1,000");
        screen.click("[data-tab=results]");
        screen.awaitText("[aria-label='Rows of paid']", "7,500.00");
      }
    }
  }

  private static final String FIRST_FILE = "section[aria-label=Files] tbody td:nth-child(2)";

  /** A page that is still being loaded when another one is chosen. */
  private static void twoTurnsAtOnceAreBothMade(Screen screen, String first) throws Exception {
    var _ =
        screen.browser.evaluate(
            "(() => { const turn = (words) => [...document.querySelectorAll('button')]"
                + ".find(each => each.textContent === words).click();"
                + " turn('More'); turn('Back'); turn('Back'); })()");
    screen.awaitText("section[aria-label=Files]", "page 1");
    screen.until(_ -> assertThat(screen.text(FIRST_FILE)).isEqualTo(first));
  }

  /** A job over so many files that it has more than 10,000 events. */
  private static String manyFiles(Service service) throws Exception {
    String request =
        """
        {"queries": [{"name": "paid", "sql": "select sum(paid) as paid from paid"}],
          "tables": {"tables": {"paid": {"columns": {"paid": "decimal(2)"}}}}}\
        """;
    var created = service.call(service.to("/v1/jobs").POST(BodyPublishers.ofString(request)));
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    String job = service.newest().id();
    try (ExecutorService senders = Executors.newFixedThreadPool(16)) {
      IntStream.range(0, FILES).forEach(file -> senders.execute(() -> put(service, job, file)));
    }
    var sealed =
        service.call(service.to("/v1/jobs/" + job + "/seal").POST(BodyPublishers.noBody()));
    assertThat(sealed.statusCode()).as(sealed.body()).isEqualTo(202);
    Awaitility.await()
        .atMost(Service.LIMIT)
        .until(() -> service.newest().state().equals("COMPLETED"));
    return job;
  }

  private static void put(Service service, String job, int file) {
    String path = "/v1/jobs/%s/parts/paid/paid_%d.csv".formatted(job, file);
    try {
      var _ = service.call(service.to(path).PUT(BodyPublishers.ofString("paid\n1.50\n")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
