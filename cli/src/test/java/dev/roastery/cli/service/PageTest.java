package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.roastery.cli.Outcome;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The web page in a browser. Where no Chromium is installed, or no font (it cannot do without),
 * this is no part of the tests, unless {@code ROASTERY_BROWSER=required}, as .ci/run has it. On
 * Debian: {@code apt-get install chromium fonts-dejavu-core}.
 */
class PageTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  static List<Path> browsers() {
    List<Path> found = Browser.installed();
    assertThat(found.isEmpty() && "required".equals(System.getenv("ROASTERY_BROWSER")))
        .as("a browser is required and not there: apt-get install chromium fonts-dejavu-core")
        .isFalse();
    return found;
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("browsers")
  void itShowsJobsAndFollowsOneToItsResults(Path executable) throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(6_000, 12, 4), set, Progress.UNWATCHED).write(2);
    try (Service service = Service.dev(folder)) {
      Outcome submitted = service.submit(set, "--approval", "--quiet").await(Service.LIMIT);
      assertThat(submitted.code()).as(submitted.err()).isZero();
      String job = submitted.out().strip();
      try (Browser browser = new Browser(executable, folder, service.url() + "/#jobs")) {
        awaitText(browser, "main", job, "waiting for approval");
        browser.evaluate("window.loadedOnce = 'yes'");

        browser.evaluate("document.querySelector('a[href=\"#job/" + job + "\"]').click()");
        awaitText(browser, "[aria-label=Status]", "waiting for approval", "Progress: 90 %");
        assertThat(text(browser, "[aria-label=Results]")).isEmpty();

        browser.evaluate("document.querySelector('[aria-label=Status] button').click()");
        awaitText(browser, "[aria-label=Status]", "completed", "Progress: 100 %");
        awaitText(browser, "[aria-label=Results]", "tpv-by-store", "store_name");
        awaitText(browser, ".events", "The job was approved.", "The job is completed.");
        assertThat(text(browser, "[aria-label=Status]")).doesNotContain("waiting", "Cancel");

        browser.evaluate("location.hash = '#workers'");
        awaitText(browser, "main", "aggregator-0", "collector-0");
        assertThat(browser.evaluate("window.loadedOnce"))
            .as("it was not loaded again")
            .isEqualTo("yes");
      }
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("browsers")
  void eachResultIsShownOnceHoweverOftenThePageIsLoaded(Path executable) throws Exception {
    try (Service service = Service.dev(folder)) {
      String job = submitted(service, "--watch");
      try (Browser browser = new Browser(executable, folder, service.url() + "/#job/" + job)) {
        for (int load = 0; load < 20; load++) {
          awaitText(browser, "main[aria-busy=false] [aria-label=Results]", "tpv-by-store");
          assertThat(browser.evaluate(RESULTS)).as("load %s", load).isEqualTo("5 of 5");
          browser.evaluate("document.getElementById('main').setAttribute('aria-busy', 'true')");
          browser.evaluate("location.reload()");
        }
      }
    }
  }

  /** The queries that are shown, and the tables. */
  private static final String RESULTS =
      "new Set([...document.querySelectorAll('[aria-label=Results] section > h2')]"
          + ".map(title => title.textContent)).size + ' of ' +"
          + " document.querySelectorAll('[aria-label=Results] table').length";

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("browsers")
  void anOpenPageGoesOnWhenTheGatewayIsRestarted(Path executable) throws Exception {
    try (Service service = Service.dev(folder)) {
      String job = submitted(service, "--approval");
      for (String page : List.of("jobs", "workers", "job/" + job)) {
        try (Browser browser = new Browser(executable, folder, service.url() + "/#" + page)) {
          String seen = page.equals("workers") ? "aggregator-0" : job;
          awaitText(browser, "main", seen);
          service.killGateway();
          awaitText(browser, "#message", "Connection to the gateway lost. Trying again");
          service.startGateway();
          await()
              .atMost(Service.LIMIT)
              .untilAsserted(() -> assertThat(text(browser, "#message")).isEmpty());
          awaitText(browser, "main", seen);
          if (page.startsWith("job/")) {
            browser.evaluate("document.querySelector('[aria-label=Status] button').click()");
            awaitText(browser, "[aria-label=Status]", "completed", "Progress: 100 %");
            awaitText(browser, ".events", "The job was approved.", "The job is completed.");
            assertThat(browser.evaluate(RESULTS)).isEqualTo("5 of 5");
          }
        }
      }
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("browsers")
  void aJobIsRejectedWithAReasonAndItsNextAttemptIsShown(Path executable) throws Exception {
    try (Service service = Service.dev(folder)) {
      String job = submitted(service, "--approval");
      try (Browser browser = new Browser(executable, folder, service.url() + "/#job/" + job)) {
        awaitText(browser, "[aria-label=Status]", "waiting for approval", "Reject job");
        browser.evaluate("window.prompt = () => 'the wrong month'");
        browser.evaluate(
            "[...document.querySelectorAll('[aria-label=Status] button')]"
                + ".find(button => button.textContent === 'Reject job').click()");
        awaitText(browser, "[aria-label=Status]", "cancelled", "rejected: the wrong month");
        awaitText(browser, ".events", "The job is cancelled: rejected: the wrong month");

        HttpRequest.Builder retry = service.to("/v1/jobs/" + job + "/retry");
        assertThat(service.call(retry.POST(BodyPublishers.noBody())).statusCode()).isEqualTo(202);
        browser.evaluate("location.reload()");
        awaitText(browser, "[aria-label=Status]", "created", "Attempt");
        awaitText(browser, ".events", "rejected: the wrong month", "Attempt 2 begins");
      }
    }
  }

  /** With so little memory that the state of the job is spilled. */
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("browsers")
  void itShowsWhatEachPartitionTakesOfMemoryAndDisk(Path executable) throws Exception {
    try (Service service = Service.dev(folder, "--memory=1k")) {
      submitted(service, 300_000, "--approval");
      try (Browser browser = new Browser(executable, folder, service.url() + "/#workers")) {
        await()
            .atMost(Service.LIMIT)
            .untilAsserted(() -> {
              JsonNode rows = JSON.readTree(browser.evaluate(PARTITION_ROWS));
              JsonNode partitions = service.get("/v1/workers").required("partitions");
              assertThat(rows).isNotEmpty().hasSameSizeAs(partitions);
              for (int each = 0; each < partitions.size(); each++) {
                assertRowShows(partitions.get(each), rows.get(each));
              }
              assertThat(rows)
                  .anySatisfy(row -> assertThat(bytesShown(row, SPILLED)).isPositive())
                  .anySatisfy(row -> assertThat(bytesShown(row, JOURNAL)).isPositive())
                  .allSatisfy(row -> assertThat(ageShown(row)).isPositive());
            });
      }
    }
  }

  private static final String PARTITION_ROWS =
      "JSON.stringify([...document.querySelectorAll('[aria-label=Partitions] tbody tr')]"
          + ".map(row => [...row.cells].map(cell => cell.textContent)))";

  private static final int SPILLED = 4;
  private static final int JOURNAL = 5;
  private static final int SNAPSHOT = 6;

  /** The gateway was asked after the page: its snapshot may be older by then, and not younger. */
  private static void assertRowShows(JsonNode partition, JsonNode row) {
    String name = partition.required("partition").asText();
    assertThat(row.valueStream().limit(SNAPSHOT).map(JsonNode::asText))
        .as(name)
        .containsExactly(
            name,
            partition.required("owner").asText(),
            partition.required("epoch").asText(),
            megabytes(partition.required("stateBytes")),
            megabytes(partition.required("spilledBytes")),
            megabytes(partition.required("journalBytes")));
    long age = partition.required("snapshotAgeMillis").asLong();
    assertThat(ageShown(row)).as(name).isLessThanOrEqualTo(Math.round(age / 1e3));
  }

  private static String megabytes(JsonNode bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes.asLong() / 1e6);
  }

  private static double bytesShown(JsonNode row, int column) {
    return Double.parseDouble(row.required(column).asText().replace(" MB", ""));
  }

  private static long ageShown(JsonNode row) {
    return Long.parseLong(row.required(SNAPSHOT).asText().replace(" s ago", ""));
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("browsers")
  void itFitsAPhone(Path executable) throws Exception {
    try (Service service = Service.dev(folder)) {
      String job = submitted(service, "--watch");
      for (String page : List.of("jobs", "workers", "job/" + job)) {
        try (Browser browser = new Browser(executable, folder, service.url() + "/#" + page)) {
          browser.resize(390, 800);
          awaitText(browser, "main", page.equals("workers") ? "aggregator-0" : job);
          assertThat(browser.evaluate("document.documentElement.scrollWidth"))
              .as("%s", page)
              .isEqualTo("390");
        }
      }
    }
  }

  private String submitted(Service service, String option) throws Exception {
    return submitted(service, 6_000, option);
  }

  private String submitted(Service service, long transactions, String option) throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(transactions, 12, 4), set, Progress.UNWATCHED).write(2);
    Outcome submitted = service.submit(set, option, "--quiet").await(Service.LIMIT);
    assertThat(submitted.code()).as(submitted.err()).isZero();
    return service.newest().id();
  }

  private static void awaitText(Browser browser, String selector, String... texts) {
    await()
        .atMost(Service.LIMIT)
        .untilAsserted(() -> assertThat(text(browser, selector)).contains(texts));
  }

  private static String text(Browser browser, String selector) throws Exception {
    return browser.evaluate("document.querySelector('" + selector + "')?.textContent ?? ''");
  }
}
