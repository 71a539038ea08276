package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An open page outlives the gateway, and an upload outlives its page. */
class PageLifeTest {

  private static final int ROWS = 1_000_000;
  private static final String LOST = "Connection lost, trying again…";

  /** The pages' first piece of a file. */
  private static final long PIECE = 8 << 20;

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
  void anOpenPageGoesOnWhenTheGatewayIsRestarted(Path executable) throws Exception {
    String job = PageTest.submitted(service, folder, 6_000, "--approval");
    for (String page : List.of("jobs", "workers", "job/" + job)) {
      try (Screen screen = new Screen(executable, folder, service, page)) {
        String seen = page.equals("workers") ? "aggregator-0" : "waiting for approval";
        screen.awaitText("main", seen);
        service.killGateway();
        screen.awaitText("#banner", LOST);
        service.startGateway();
        screen.until(_ -> assertThat(screen.text("#banner")).isEmpty());
        screen.awaitText("main", seen);
        if (page.startsWith("job/")) {
          screen.click(Screen.labelled("Approve"));
          screen.awaitText("[aria-label=Status]", "completed");
          screen.awaitCount(".result[aria-busy=false]", 5);
        }
      }
    }
  }

  @InBrowser
  void anUploadGoesOnAfterAReloadWithTheSameFilesAndNoOthers(Path executable) throws Exception {
    List<Path> files = files();
    try (Screen screen = new Screen(executable, folder, service, "new")) {
      String job = startedAndHeld(screen, files);
      long before = service.newest().bytes();
      screen.reload();

      screen.awaitText(".resume", "This upload was interrupted", "1 file missing", "paid_1.csv");
      Path wrong = Files.createDirectories(folder.resolve("wrong"));
      screen.drop(
          List.of(
              Files.writeString(wrong.resolve("paid_1.csv"), "day,paid\n"),
              Files.writeString(wrong.resolve("other.csv"), "day,paid\n")));
      screen.awaitText(
          ".resume [role=alert]",
          "paid_1.csv has 9 bytes; the file that was being sent has 20.0 MB.",
          "other.csv is none of the files of this upload.");
      assertThat(service.newest().bytes()).isEqualTo(before);

      hold(screen, "PATCH");
      screen.drop(files);
      screen.until(_ -> assertThat(screen.browser.evaluate("window.held")).isEqualTo("true"));
      Path elsewhere = Files.move(files.getFirst(), wrong.resolve("moved.csv"));
      var _ = screen.browser.evaluate("window.release()");
      screen.awaitText(".reason", "paid_1.csv was changed or cannot be read.");
      screen.awaitText(".resume:not([hidden])", "1 file missing");

      Files.move(elsewhere, files.getFirst());
      screen.drop(files);
      assertTotal(screen, job);
      assertThat(screen.text(".reason")).isEmpty();
    }
  }

  @InBrowser
  void anUploadGoesOnAfterTheGatewayWasKilled(Path executable) throws Exception {
    try (Screen screen = new Screen(executable, folder, service, "new")) {
      String job = startedAndHeld(screen, files());
      service.killGateway();
      var _ = screen.browser.evaluate("window.release()");
      screen.awaitText("#banner", LOST);
      service.startGateway();
      assertTotal(screen, job);
    }
  }

  /** The page can make the files of the sample again: nobody has to choose them. */
  @InBrowser
  void theSampleGoesOnByItselfAfterAReload(Path executable) throws Exception {
    try (Screen screen = new Screen(executable, folder, service, "new/sample")) {
      screen.awaitText("#summary", "37 files");
      hold(screen, "PUT");
      screen.click("#start");
      screen.until(_ -> assertThat(screen.browser.evaluate("window.held")).isEqualTo("true"));
      asSecondTabSendsNothing(screen);
      screen.reload();
      screen.awaitCount(".result[aria-busy=false]", 2);
      screen.awaitText("[aria-label=Status]", "75,400 rows");
    }
  }

  /** It stays open, and may send what is missing once the first tab has gone. */
  private static void asSecondTabSendsNothing(Screen screen) throws Exception {
    String other = "window.other.document";
    screen.awaitText("[aria-label=Status]", "waiting for files");
    var _ = screen.browser.evaluate("void (window.other = window.open(location.href))");
    screen.until(_ ->
        assertThat(
                screen.browser.evaluate(other + ".querySelector('[aria-label=Status]') !== null"))
            .isEqualTo("true"));
    screen.until(_ ->
        assertThat(Integer.parseInt(screen.browser.evaluate(CALLS.formatted("/events"))))
            .isGreaterThan(3));
    assertThat(screen.browser.evaluate(CALLS.formatted("/parts"))).isEqualTo("0");
    assertThat(screen.browser.evaluate(other + ".querySelector('.resume').hidden"))
        .isEqualTo("true");
  }

  private static final String CALLS =
      "window.other.performance.getEntriesByType('resource')"
          + ".filter(each => each.name.includes('%s')).length";

  /** Two files of one table; the first is sent in three pieces. */
  private List<Path> files() throws Exception {
    StringBuilder rows = new StringBuilder("day,paid,note\n");
    for (int row = 0; row < ROWS; row++) {
      rows.append("2024-01-").append(10 + row % 20).append(",0.50,abc\n");
    }
    Path first = Files.writeString(folder.resolve("paid_1.csv"), rows.toString());
    return List.of(
        first,
        Files.writeString(folder.resolve("paid_2.csv"), "day,paid,note\n2024-01-01,7.25,\n"));
  }

  /** Until the first piece of the first file is safe; the other pieces wait for release(). */
  private String startedAndHeld(Screen screen, List<Path> files) throws Exception {
    screen.drop(files);
    screen.type("[aria-label='SQL of question question-1']", "select sum(paid) as paid from paid");
    screen.awaitText("#summary", "2 files");
    hold(screen, "PATCH");
    screen.click("#start");
    screen.until(_ -> assertThat(screen.browser.evaluate("window.held")).isEqualTo("true"));
    assertThat(service.newest().bytes()).isBetween(PIECE / 2, PIECE + 1_000);
    return service.newest().id();
  }

  /** Calls with this method wait until they are released, or for ever. */
  private static void hold(Screen screen, String method) throws Exception {
    var _ =
        screen.browser.evaluate(
            """
            (() => {
              const real = window.fetch;
              const released = new Promise((resolve) => { window.release = resolve; });
              window.fetch = async (path, options) => {
                if (options?.method === '%s') {
                  window.held = true;
                  await released;
                }
                return real(path, options);
              };
            })()\
            """
                .formatted(method));
  }

  private void assertTotal(Screen screen, String job) throws Exception {
    screen.awaitText("[aria-label='Rows of question-1']", "500,007.25");
    assertThat(service.get("/v1/jobs/" + job).path("rows").asLong()).isEqualTo(ROWS + 1);
  }
}
