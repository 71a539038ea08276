package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Everybody can use the web page: on a phone, in the dark, by the keyboard, with a token. */
class PageAccessTest {

  /** Of "s3cret". */
  private static final String TOKENS =
      "ada 1ec1c26b50d5d3c58d9583181af8076655fe00756bf7285940ba3670f99fcba0\n";

  @TempDir private Path folder;

  @InBrowser
  void everyScreenFitsAPhoneAndHasNoSeriousFindingInLightAndDark(Path executable) throws Exception {
    try (Service service = Service.dev(folder)) {
      try (Screen screen = new Screen(executable, folder, service, "jobs")) {
        screen.awaitText("main", "From files to a report");
        assertEverybodyCanUse(screen, "nothing yet");

        String job = PageTest.submitted(service, folder, 6_000, "--watch");
        screen.awaitText(".jobs", "completed");
        assertEverybodyCanUse(screen, "jobs");

        screen.go("workers");
        screen.awaitText("main", "collector-0");
        assertEverybodyCanUse(screen, "workers");

        screen.go("new/sample");
        screen.awaitText("#summary", "37 files");
        screen.click("[aria-label='Table stores'] summary");
        screen.awaitCount("[aria-label='Table stores'] select", 8);
        screen.type(
            "[aria-label='SQL of question sales-by-item']", "select x -- 'no'\nfrom stores");
        screen.awaitText("[aria-label='Question sales-by-item'] .mistakes", "Line 1, column 8");
        assertEverybodyCanUse(screen, "start");

        screen.go("job/" + job);
        screen.awaitCount(".result[aria-busy=false]", 5);
        assertEverybodyCanUse(screen, "results");
        for (String tab : List.of("watch", "events", "files")) {
          screen.click("[data-tab=" + tab + "]");
          screen.awaitCount("[data-tab=" + tab + "][aria-current]", 1);
          assertEverybodyCanUse(screen, tab);
        }
        screen.click(Screen.labelled("Delete"));
        screen.awaitText("dialog", "Delete this job?");
        assertEverybodyCanUse(screen, "dialog");
      }
    }
  }

  private static void assertEverybodyCanUse(Screen screen, String what) throws Exception {
    for (String scheme : List.of("light", "dark")) {
      screen.colours(scheme);
      assertThat(screen.findings()).as("%s, %s", what, scheme).isEmpty();
    }
    screen.size(390, 800);
    assertThat(screen.width()).as("%s on a phone", what).isEqualTo(390);
    screen.size(1280, 820);
  }

  @InBrowser
  void fromSampleDataToAChartByTheKeyboardAlone(Path executable) throws Exception {
    try (Service service = Service.dev(folder);
        Screen screen = new Screen(executable, folder, service, "jobs")) {
      screen.awaitText("main", "From files to a report");
      tabTo(screen, "Try with sample data");
      screen.press("Enter");
      screen.awaitCount("#start[aria-disabled=false]", 1);
      tabTo(screen, "Start");
      screen.press("Enter");
      screen.awaitCount(".result[aria-busy=false]", 2);
      tabTo(screen, "revenue");
      screen.press("Enter");
      screen.awaitCount("th[aria-sort=descending]", 1);
      assertThat(screen.browser.evaluate("document.activeElement.textContent"))
          .as("the focus stays")
          .isEqualTo("revenue");
    }
  }

  private static void tabTo(Screen screen, String words) throws Exception {
    for (int steps = 0; steps < 100; steps++) {
      if (screen.browser.evaluate("document.activeElement.textContent.trim()").equals(words)) {
        return;
      }
      screen.press("Tab");
    }
    throw new AssertionError("the keyboard does not reach: " + words);
  }

  @InBrowser
  void aTokenIsAskedForOnlyWhereThereAreTokensAndIsKeptInThisTab(Path executable) throws Exception {
    Path tokens = Files.writeString(folder.resolve("tokens"), TOKENS);
    try (Service service = Service.dev(folder, "--tokens=" + tokens);
        Screen screen = new Screen(executable, folder, service, "jobs")) {
      screen.awaitText("main", "This gateway asks for a token.");
      assertThat(screen.findings()).isEmpty();
      screen.type("#token", "wrong");
      screen.click("main form button");
      screen.awaitText("main", "The gateway does not accept this token.");
      screen.type("#token", "s3cret");
      screen.click("main form button");
      screen.awaitText("main", "From files to a report");
      assertThat(screen.browser.evaluate("Object.keys(localStorage).length")).isEqualTo("0");
      screen.click("#sign-out");
      screen.awaitText("main", "This gateway asks for a token.");
    }
    try (Service open = Service.dev(folder.resolve("open"));
        Screen screen = new Screen(executable, folder, open, "jobs")) {
      screen.awaitText("main", "From files to a report");
      assertThat(screen.text("body")).doesNotContain("Token", "Sign in");
    }
  }

  @InBrowser
  void theThemeIsChosenAgainstThatOfTheSystemAndStaysChosen(Path executable) throws Exception {
    try (Service service = Service.dev(folder);
        Screen screen = new Screen(executable, folder, service, "new/sample")) {
      screen.awaitText("#summary", "37 files");
      screen.colours("dark");
      String dark = screen.browser.evaluate(BACKGROUND);
      screen.colours("light");
      String light = screen.browser.evaluate(BACKGROUND);
      assertThat(dark).isNotEqualTo(light);

      screen.click("#theme");
      assertThat(screen.browser.evaluate(BACKGROUND)).isEqualTo(dark);
      assertThat(screen.findings()).as("dark where the system is light").isEmpty();
      screen.reload();
      assertThat(screen.browser.evaluate(BACKGROUND)).as("after a reload").isEqualTo(dark);
      screen.click("#theme");
      assertThat(screen.browser.evaluate(BACKGROUND)).isEqualTo(light);

      screen.colours("dark");
      assertThat(screen.browser.evaluate(BACKGROUND)).isEqualTo(light);
      assertThat(screen.findings()).as("light where the system is dark").isEmpty();
      screen.click("#theme");
      assertThat(screen.browser.evaluate(BACKGROUND)).isEqualTo(dark);
    }
  }

  private static final String BACKGROUND = "getComputedStyle(document.body).backgroundColor";

  /** A poll changes what has changed: what a person has selected or written stays. */
  @InBrowser
  void whatAPersonWritesAndSelectsStaysWhileThePagePolls(Path executable) throws Exception {
    try (Service service = Service.dev(folder)) {
      var _ = PageTest.submitted(service, folder, 6_000, "--watch");
      try (Screen screen = new Screen(executable, folder, service, "jobs")) {
        screen.awaitText(".jobs", "completed");
        var _ =
            screen.browser.evaluate(
                "window.row = document.querySelector('.jobs li'),"
                    + " getSelection().selectAllChildren(window.row),"
                    + " document.querySelector('.jobs .name').focus()");
        var _ = PageTest.submitted(service, folder, 6_000, "--watch");
        screen.awaitCount(".jobs li", 2);
        assertThat(screen.browser.evaluate("window.row.isConnected")).isEqualTo("true");
        assertThat(screen.browser.evaluate("String(getSelection())"))
            .contains("completed", "tpv-by-store");
        assertThat(screen.browser.evaluate("document.activeElement.closest('li') === window.row"))
            .isEqualTo("true");
      }
    }
  }
}
