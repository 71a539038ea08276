package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A person reads the results of a job in the web page, and takes them home. */
class ReadPageTest {

  private static final String TABLES =
      "{\"tables\": {\"sales\": {\"columns\": {\"shop\": \"text\", \"id\": \"whole\","
          + " \"paid\": \"decimal(2)\"}}}}";

  /** Numbers that a floating point number cannot tell apart. */
  private static final String SALES =
      """
      shop,id,paid
      Lima,9007199254740993,12345678.50
      Berlin,9007199254740992,-0.25
      Osaka,7,
      x,bad,1.00
      """;

  private static final String QUERY =
      "select shop, max(id) as code, sum(paid) as paid from sales group by shop";

  @TempDir private Path folder;
  private Service service;

  @BeforeEach
  void setUp() throws Exception {
    service = Service.dev(folder);
  }

  @AfterEach
  void tearDown() {
    service.close();
  }

  @InBrowser
  void eachResultIsShownOnceHoweverOftenThePageIsLoaded(Path executable) throws Exception {
    String job = PageTest.submitted(service, folder, 6_000, "--watch");
    try (Screen screen = new Screen(executable, folder, service, "job/" + job)) {
      for (int load = 0; load < 20; load++) {
        screen.awaitCount(".result[aria-busy=false]", 5);
        assertThat(screen.browser.evaluate(RESULTS)).as("load %s", load).isEqualTo("5 of 5");
        screen.reload();
      }
    }
  }

  /** The queries that are shown, and the tables. */
  private static final String RESULTS =
      "new Set([...document.querySelectorAll('.result h2')].map(title => title.textContent)).size"
          + " + ' of ' + document.querySelectorAll('.result table').length";

  @InBrowser
  void rowsAreExactSortedFilteredAndCopied(Path executable) throws Exception {
    try (Screen screen = new Screen(executable, folder, service, "job/" + job())) {
      screen.awaitCount(".result[aria-busy=false]", 1);
      assertThat(screen.text("tbody")).contains("9,007,199,254,740,993", "12,345,678.50", "none");
      assertThat(screen.browser.evaluate(ALIGNED)).isEqualTo("start right right");

      screen.click(Screen.labelled("code"));
      assertThat(rows(screen)).isEqualTo("Lima Berlin Osaka");
      screen.click(Screen.labelled("code"));
      assertThat(rows(screen)).isEqualTo("Osaka Berlin Lima");
      assertThat(screen.count("th[aria-sort=ascending]")).isEqualTo(1);

      screen.type(".result input[type=search]", "ERL");
      assertThat(rows(screen)).isEqualTo("Berlin");
      screen.awaitText(".result", "1 of 3 rows");
      var _ =
          screen.browser.evaluate(
              "navigator.clipboard.writeText = async (words) => { window.copied = words; }");
      screen.click(Screen.labelled("Copy"));
      screen.awaitText("#message", "The rows were copied.");
      assertThat(screen.browser.evaluate("window.copied"))
          .isEqualTo("shop\tcode\tpaid\nBerlin\t9007199254740992\t-0.25");
    }
  }

  private static final String ALIGNED =
      "[...document.querySelectorAll('.result tbody tr:first-child td')]"
          + ".map(cell => getComputedStyle(cell).textAlign.replace('left', 'start')).join(' ')";

  private static String rows(Screen screen) throws Exception {
    return screen.browser.evaluate(
        "[...document.querySelectorAll('.result tbody tr')].map(row =>"
            + " row.cells[0].textContent).join(' ')");
  }

  @InBrowser
  void resultsChartsAndRejectedRowsAreSaved(Path executable) throws Exception {
    Path saved = Files.createDirectories(folder.resolve("saved"));
    String job = unsealed(JOB);
    try (Screen screen = new Screen(executable, folder, service, "job/" + job)) {
      screen.awaitText("[aria-label=Status]", "1 row could not be read");
      put(job, "more.csv", "shop,id,paid\ny,bad,1.00\n");
      screen.awaitText("[aria-label=Status]", "2 rows could not be read");
      seal(job);
      screen.awaitCount(".result[aria-busy=false]", 1);
      screen.saveIn(saved);
      screen.click("[aria-label='Save the chart of by-shop as SVG']");
      screen.click("[aria-label='Save the chart of by-shop as PNG']");
      screen.type("[aria-label='Download by-shop as']", "csv");
      screen.click(Screen.labelled("Download the skipped rows"));

      screen.until(_ ->
          assertThat(saved.toFile().list())
              .containsExactlyInAnyOrder(
                  "by-shop.svg", "by-shop.png", "by-shop.csv", "rejects.csv"));
      screen.until(
          _ -> assertThat(saved.resolve("rejects.csv")).content().contains("not a whole number"));
      screen.until(_ ->
          assertThat(saved.resolve("by-shop.csv")).content().startsWith("shop,code,paid\nBerlin,"));
      screen.until(_ ->
          assertThat(saved.resolve("by-shop.svg"))
              .content()
              .startsWith("<svg")
              .contains("Lima", "fill=\"rgb")
              .doesNotContain("var(", "<script"));
      screen.until(_ ->
          assertThat(Files.readAllBytes(saved.resolve("by-shop.png")))
              .startsWith(0x89, 'P', 'N', 'G')
              .hasSizeGreaterThan(3_000));
    }
  }

  @InBrowser
  void allResultsAreSavedAtOnceEachInAFileOfItsOwn(Path executable) throws Exception {
    Path saved = Files.createDirectories(folder.resolve("saved"));
    String job = PageTest.submitted(service, folder, 6_000, "--watch");
    try (Screen screen = new Screen(executable, folder, service, "job/" + job)) {
      screen.awaitCount(".result[aria-busy=false]", 5);
      screen.saveIn(saved);

      screen.click(Screen.labelled("Download all"));

      for (JsonNode result : service.get("/v1/jobs/" + job).required("results")) {
        String query = result.required("query").asText();
        String csv = service.call(service.to("/v1/jobs/" + job + "/results/" + query)).body();
        assertThat(csv).hasLineCount(result.required("rows").asInt() + 1);
        screen.until(_ -> assertThat(saved.resolve(query + ".csv")).hasContent(csv));
      }
      assertThat(saved.toFile().list()).hasSize(5);
    }
  }

  @InBrowser
  void aJobWithOneResultHasNothingToSaveAtOnce(Path executable) throws Exception {
    try (Screen screen = new Screen(executable, folder, service, "job/" + job())) {
      screen.awaitCount(".result[aria-busy=false]", 1);
      assertThat(
              screen.browser.evaluate(
                  "[...document.querySelectorAll('button')].find(each => each.textContent ==="
                      + " 'Download all').hidden"))
          .isEqualTo("true");
    }
  }

  @InBrowser
  void theSameQuestionsAreAskedAgainOfFilesThatAreDroppedAgain(Path executable) throws Exception {
    Path file = Files.writeString(folder.resolve("sales.csv"), "shop,id,paid\nQuito,1,2.00\n");
    try (Screen screen = new Screen(executable, folder, service, "job/" + job())) {
      screen.click(Screen.labelled("Run again"));
      screen.awaitText("main", "The gateway keeps no rows: drop the files again");
      screen.awaitText("[aria-label='Table sales']", "its files are missing");
      screen.awaitText("#summary", "The files of sales are missing.");
      screen.drop(List.of(file));
      screen.awaitText("#summary", "1 file");
      screen.click("#start");
      screen.awaitText("[aria-label='Rows of by-shop']", "Quito", "2.00");
    }
  }

  @InBrowser
  void aJobWithoutTablesIsAskedAgainOnItsOwnTerms(Path executable) throws Exception {
    String job = created(TERMS); // without queries and tables: all that are built in
    String earlier = service.get("/v1/jobs/" + job + "/request").toString();
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(600, 1, 4), set, Progress.UNWATCHED).write(1);
    try (Screen screen = new Screen(executable, folder, service, "new/like/" + job)) {
      screen.awaitText("[aria-label='Table transactions']", "a built-in table");
      screen.awaitText(".options", "at most 7 rows", "https://shop.example/ended");
      assertThat(screen.count(".options input:checked")).isEqualTo(2);
      screen.awaitText("#summary", "are missing");
      screen.drop(List.of(set));
      screen.awaitText("#summary", "5 questions");
      screen.click("#start");
      screen.awaitText("[aria-label=Status]", "waiting for approval");

      JsonNode request = service.get("/v1/jobs/" + service.newest().id() + "/request");
      assertThat(service.newest().id()).isNotEqualTo(job);
      assertThat(request.has("tables")).isFalse();
      assertThat(request.required("queries")).hasSize(5);
      assertThat(((ObjectNode) request).retain("badRows", "maxBadRows", "approval", "webhook"))
          .hasToString(earlier);
    }
  }

  private static final String TERMS =
      "{\"badRows\": \"skip\", \"maxBadRows\": 7, \"approval\": true,"
          + " \"webhook\": \"https://shop.example/ended\"}";

  /** More than 4 MB, so that it is not loaded as a whole, in few rows. */
  @InBrowser
  void aLargeResultOfFewRowsIsShownAsItIsWritten(Path executable) throws Exception {
    String request =
        """
        {"queries": [{"name": "notes", "sql": "select note, max(id) as id from notes group by note"}],
          "tables": {"tables": {"notes": {"columns": {"note": "text", "id": "whole"}}}}}\
        """;
    String job = created(request);
    StringBuilder rows = new StringBuilder("note,id\n");
    for (int row = 0; row < NOTES; row++) {
      rows.append("\"{\"\"a\"\":\"\":5,x\"\"} %d ".formatted(1_000 + row))
          .repeat("-", NOTE_BYTES)
          .append("\",9007199254740993\n");
    }
    put(job, "notes", "notes.csv", rows.toString());
    seal(job);
    try (Screen screen = new Screen(executable, folder, service, "job/" + job)) {
      screen.awaitCount(".result[aria-busy=false]", 1);
      screen.awaitText(".result", "%d rows".formatted(NOTES));
      assertThat(screen.text(".result tbody tr"))
          .startsWith("{\"a\":\":5,x\"} 1000 ---")
          .endsWith("9,007,199,254,740,993");
    }
  }

  private static final int NOTES = 600;
  private static final int NOTE_BYTES = 8_000;

  private static final String JOB =
      "{\"name\": \"shops\", \"queries\": [{\"name\": \"by-shop\", \"sql\": \"%s\"}], \"tables\": %s,"
              .formatted(QUERY, TABLES)
          + " \"badRows\": \"skip\", \"maxBadRows\": 5}";

  /** A job over a file with one row that cannot be read. */
  private String job() throws Exception {
    String job = unsealed(JOB);
    seal(job);
    return job;
  }

  private String unsealed(String request) throws Exception {
    String job = created(request);
    put(job, "sales.csv", SALES);
    return job;
  }

  private String created(String request) throws Exception {
    var created = service.call(service.to("/v1/jobs").POST(BodyPublishers.ofString(request)));
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    return service.newest().id();
  }

  private void put(String job, String part, String rows) throws Exception {
    put(job, "sales", part, rows);
  }

  private void put(String job, String table, String part, String rows) throws Exception {
    String path = "/v1/jobs/%s/parts/%s/%s".formatted(job, table, part);
    var put = service.call(service.to(path).PUT(BodyPublishers.ofString(rows)));
    assertThat(put.statusCode()).as(put.body()).isEqualTo(201);
  }

  private void seal(String job) throws Exception {
    var seal = service.to("/v1/jobs/" + job + "/seal").POST(BodyPublishers.noBody());
    assertThat(service.call(seal).statusCode()).isEqualTo(202);
  }
}
