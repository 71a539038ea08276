package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Outcome;
import dev.roastery.gateway.sample.Progress;
import dev.roastery.gateway.sample.SampleDataset;
import dev.roastery.gateway.sample.SampleSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The web page in a browser. Where no Chromium is installed, or no font (it cannot do without),
 * this is no part of the tests. On Debian: {@code apt-get install chromium fonts-dejavu-core}.
 */
class PageTest {

  @TempDir private Path folder;

  static Stream<Path> browsers() {
    return Stream.of("/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome")
        .map(Path::of)
        .filter(Files::isExecutable)
        .filter(_ -> Files.isDirectory(Path.of("/usr/share/fonts/truetype")))
        .limit(1);
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("browsers")
  void itShowsJobsAndFollowsOneToItsResults(Path browser) throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(6_000, 12, 4), set, Progress.UNWATCHED).write(2);
    try (Service service = Service.dev(folder)) {
      Outcome submitted = service.submit(set, "--approval", "--quiet").await(Service.LIMIT);
      assertThat(submitted.code()).as(submitted.err()).isZero();
      String job = submitted.out().strip();
      assertThat(page(browser, service, "#jobs")).contains(job).contains("waiting for approval");

      Outcome approved = service.run(Map.of(), "approve", job, "--gateway=" + service.url());
      assertThat(approved.code()).as(approved.err()).isZero();

      String seen = page(browser, service, "#job/" + job);
      assertThat(seen).containsIgnoringCase("completed").contains("tpv-by-store", "store_name");
      assertThat(page(browser, service, "#workers")).contains("aggregator-0", "collector-0");
    }
  }

  private String page(Path browser, Service service, String page) throws Exception {
    return seen(look(browser, service, page));
  }

  private static String seen(Outcome.Running looking) throws Exception {
    Outcome outcome = looking.await(Service.LIMIT);
    assertThat(outcome.out()).as("%s %s", outcome.code(), outcome.err()).isNotEmpty();
    return outcome.out();
  }

  /** What is on the page after some seconds of the browser's own time. */
  private Outcome.Running look(Path browser, Service service, String page) throws Exception {
    return Outcome.start(
        Files.createDirectories(folder.resolve("browser")),
        Map.of("HOME", folder.toString(), "LANG", "C.UTF-8", "PATH", System.getenv("PATH")),
        List.of(
            browser.toString(),
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--user-data-dir=" + Files.createTempDirectory(folder, "profile"),
            "--virtual-time-budget=20000",
            "--dump-dom",
            service.url() + "/" + page));
  }
}
