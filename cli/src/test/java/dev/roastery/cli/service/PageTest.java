package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.roastery.cli.Outcome;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The web page follows what jobs and workers do. */
class PageTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  @InBrowser
  void itShowsJobsAndFollowsOneToItsResults(Path executable) throws Exception {
    try (Service service = Service.dev(folder)) {
      String job = submitted(service, folder, 6_000, "--approval");
      try (Screen screen = new Screen(executable, folder, service, "jobs")) {
        screen.awaitText(".jobs li", "tpv-by-store", "waiting for approval", job.substring(28));
        var _ = screen.browser.evaluate("window.loadedOnce = 'yes'");

        screen.click("a[href='#job/" + job + "']");
        screen.awaitText("[aria-label=Status]", "waiting for approval");
        screen.awaitText("[aria-label=Progress]", "A person must approve", "90 %");
        assertThat(screen.count(".result")).isZero();
        screen.until(_ -> assertThat(screen.browser.evaluate(PROFILES_APART)).isNotEmpty());
        assertThat(Double.parseDouble(screen.browser.evaluate(PROFILES_APART)))
            .as("milliseconds between two profiles of a job that waits")
            .isGreaterThan(2_500);

        screen.click(Screen.labelled("Approve"));
        screen.awaitText("[aria-label=Status]", "completed");
        screen.awaitText("[aria-label='Result tpv-by-store']", "store_name");
        assertThat(screen.text(".reason")).isEmpty();
        screen.click("[data-tab=events]");
        screen.awaitText("[aria-label=Events]", "The job was approved.", "The job is completed.");
        screen.click("[data-tab=watch]");
        screen.awaitText("[aria-label=Timeline]", "the job waits");
        assertThat(screen.text("[aria-label=Timeline]")).doesNotContain("undefined", "null");

        screen.click("[data-page=workers]");
        screen.awaitText("main", "aggregator-0", "collector-0");
        assertThat(screen.browser.evaluate("window.loadedOnce"))
            .as("it was not loaded again")
            .isEqualTo("yes");
      }
    }
  }

  @InBrowser
  void aJobIsRejectedWithAReasonAndItsNextAttemptIsShown(Path executable) throws Exception {
    try (Service service = Service.dev(folder)) {
      String job = submitted(service, folder, 6_000, "--approval");
      try (Screen screen = new Screen(executable, folder, service, "job/" + job)) {
        screen.click(Screen.labelled("Reject"));
        screen.awaitText("dialog", "Why it is rejected");
        screen.type("dialog input", "the wrong month");
        screen.click(Screen.labelled("Reject the job"));
        screen.awaitText("[aria-label=Status]", "cancelled", "rejected: the wrong month");
        screen.awaitText("[aria-label=Events]", "The job is cancelled: rejected: the wrong month");

        HttpRequest.Builder retry = service.to("/v1/jobs/" + job + "/retry");
        assertThat(service.call(retry.POST(BodyPublishers.noBody())).statusCode()).isEqualTo(202);
        screen.awaitText("[aria-label=Status]", "waiting for files", "attempt 2");
        screen.click("[data-tab=events]");
        screen.awaitText("[aria-label=Events]", "rejected: the wrong month", "Attempt 2 begins");
      }
    }
  }

  @InBrowser
  void aJobIsCancelledAndDeletedOnlyAfterAQuestion(Path executable) throws Exception {
    try (Service service = Service.dev(folder)) {
      String job = submitted(service, folder, 6_000, "--approval");
      try (Screen screen = new Screen(executable, folder, service, "job/" + job)) {
        screen.click(Screen.labelled("Cancel"));
        screen.awaitText("dialog", "Cancel this job?");
        screen.click(Screen.labelled("Keep it"));
        screen.awaitCount("dialog", 0);
        assertThat(service.newest().state()).isEqualTo("WAITING_FOR_APPROVAL");

        screen.click(Screen.labelled("Cancel"));
        screen.click(Screen.labelled("Cancel the job"));
        screen.awaitText("[aria-label=Status]", "cancelled by its client");

        screen.click(Screen.labelled("Delete"));
        screen.click(Screen.labelled("Delete the job"));
        screen.awaitText("main", "From files to a report");
        assertThat(service.status("/v1/jobs/" + job)).isEqualTo(404);
      }
    }
  }

  @InBrowser
  void jobsAreFoundByWordsAndStateAndShownInPages(Path executable) throws Exception {
    try (Service service = Service.dev(folder)) {
      for (int job = 0; job < 60; job++) {
        String name = "{\"name\": \"Report %d\", \"queries\": [\"tpv-by-store\"]}".formatted(job);
        var created = service.to("/v1/jobs").POST(BodyPublishers.ofString(name));
        assertThat(service.call(created).statusCode()).isEqualTo(201);
      }
      String newest = service.newest().id();
      var cancel = service.to("/v1/jobs/" + newest + "/cancel").POST(BodyPublishers.noBody());
      assertThat(service.call(cancel).statusCode()).isEqualTo(202);
      try (Screen screen = new Screen(executable, folder, service, "jobs")) {
        screen.awaitCount(".jobs li", 50);
        screen.click(Screen.labelled("Show more"));
        screen.awaitCount(".jobs li", 60);
        screen.type("#search", "report 37");
        screen.awaitCount(".jobs li", 1);
        assertThat(screen.text(".jobs .name")).isEqualTo("Report 37");
        screen.type("#search", newest.substring(28));
        screen.awaitText(".jobs .name", "Report 59");
        screen.type("#search", "");
        screen.type("#state", "CANCELLED");
        screen.awaitCount(".jobs li", 1);
        screen.awaitText(".jobs li", "Report 59", "cancelled by its client");
        screen.type("#search", "no such words");
        screen.awaitText("main", "No job is like that.");
        screen.awaitCount(".jobs li", 0);
      }
    }
  }

  /** With so little memory that the state of the job is spilled. */
  @InBrowser
  void itShowsWhatEachPartitionTakesOfMemoryAndDisk(Path executable) throws Exception {
    try (Service service = Service.dev(folder, "--memory=1k")) {
      var _ = submitted(service, folder, 300_000, "--approval");
      try (Screen screen = new Screen(executable, folder, service, "workers")) {
        screen.until(_ -> {
          JsonNode rows = JSON.readTree(screen.browser.evaluate(PARTITION_ROWS));
          JsonNode partitions = service.get("/v1/workers").required("partitions");
          assertThat(rows).isNotEmpty().hasSameSizeAs(partitions);
          for (int each = 0; each < partitions.size(); each++) {
            assertThat(rows.get(each).get(EPOCH))
                .isEqualTo(
                    JSON.getNodeFactory()
                        .textNode(partitions.get(each).required("epoch").asText()));
          }
          assertThat(rows)
              .anySatisfy(row -> assertThat(row.required(SPILLED).asText()).matches(SIZE))
              .anySatisfy(row -> assertThat(row.required(JOURNAL).asText()).matches(SIZE))
              .allSatisfy(
                  row -> assertThat(row.required(SNAPSHOT).asText()).matches("just now|.* ago"));
        });
        screen.awaitText(".workers", "worker@", "alive", "Processor", "Job memory", "Owns ");
      }
    }
  }

  /** The journal keeps its bytes: what does not grow any more is at rest. */
  @InBrowser
  void theRateOfAWorkerIsThatOfTheRowsItIsGivenAndNoneAtRest(Path executable) throws Exception {
    try (Service service = Service.dev(folder);
        Screen screen = new Screen(executable, folder, service, "workers")) {
      screen.awaitText(".workers", "worker@", "Rate");
      screen.until(_ -> assertThat(screen.browser.evaluate(RATES)).contains("0 rows/s"));
      var _ =
          screen.browser.evaluate(
              "window.rates = '', new MutationObserver(() => { window.rates += "
                  + RATES
                  + " + '\\n'; }).observe(document.querySelector('.workers'),"
                  + " {subtree: true, childList: true, characterData: true})");
      var _ = submitted(service, folder, 300_000, "--approval");

      // All of it may happen between two looks of the page, so jobs come until one is seen.
      screen.until(_ -> {
        Outcome next = service.submit(folder.resolve("set"), "--quiet").await(Service.LIMIT);
        assertThat(next.code()).as(next.err()).isZero();
        assertThat(screen.browser.evaluate("window.rates"))
            .containsPattern("[1-9][0-9.]* [kM]? ?rows/s · [0-9.]+ ([kM]B|bytes)/s");
      });
      screen.until(
          _ -> assertThat(screen.browser.evaluate(RATES)).matches("0 rows/s(, 0 rows/s)*"));
    }
  }

  private static final String RATES =
      "[...document.querySelectorAll('.workers .gauge')].filter(each =>"
          + " each.querySelector('span').textContent === 'Rate')"
          + ".map(each => each.querySelector('b').textContent).join(', ')";

  /** Milliseconds between the first two profiles that the page has asked for; empty before. */
  private static final String PROFILES_APART =
      "((found) => found.length < 2 ? '' : found[1].startTime - found[0].startTime)("
          + "performance.getEntriesByType('resource')"
          + ".filter(each => each.name.endsWith('/profile')))";

  private static final String PARTITION_ROWS =
      "JSON.stringify([...document.querySelectorAll('[aria-label=Partitions] tbody tr')]"
          + ".map(row => [...row.cells].map(cell => cell.textContent)))";

  private static final String SIZE = "[1-9][0-9.]* [kM]B";
  private static final int EPOCH = 2;
  private static final int SPILLED = 5;
  private static final int JOURNAL = 6;
  private static final int SNAPSHOT = 7;

  /** The id of a job with all built-in queries. */
  static String submitted(Service service, Path folder, long transactions, String option)
      throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(transactions, 12, 4), set, Progress.UNWATCHED).write(2);
    Outcome submitted = service.submit(set, option, "--quiet").await(Service.LIMIT);
    assertThat(submitted.code()).as(submitted.err()).isZero();
    return service.newest().id();
  }
}
