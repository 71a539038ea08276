package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Repository;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * Makes the pictures of the documents in build/pictures; who changes the page looks at them, and
 * copies them to docs/pictures. The one of a killed worker is made by {@link WatchPageTest}.
 */
class PagePicturesTest {

  private static final Path PICTURES = Repository.ROOT.resolve("build/pictures");
  private static final long BYTES_MAX = 150_000;

  @TempDir private Path folder;

  @InBrowser
  void theScreensAreWorthShowing(Path executable) throws Exception {
    try (Service service = Service.dev(folder)) {
      try (Screen screen = new Screen(executable, folder, service, "new/sample")) {
        screen.awaitText("#summary", "37 files");
        screen.size(1180, 1010);
        picture(screen, "start");
        screen.size(1280, 820);
        screen.click("#start");
        screen.awaitCount(".result[aria-busy=false]", 2);
        picture(screen, "results");
        screen.click("[data-tab=watch]");
        screen.awaitText("[aria-label=Timeline]", "collector-0");
        picture(screen, "timeline");
        moreJobs(service);
        screen.go("jobs");
        screen.awaitText(".jobs", "waiting for approval", "failed", "cancelled", "uploading");
        picture(screen, "jobs");
        screen.go("workers");
        screen.awaitText("main", "collector-0");
        screen.colours("dark");
        picture(screen, "workers");
      }
    }
  }

  /** One in each state that a list should show. */
  private static void moreJobs(Service service) throws Exception {
    put(service, create(service, "Members by city"), "stores.csv", "x,One\n");
    String cancelled = create(service, "Revenue, draft");
    var cancel = service.to("/v1/jobs/" + cancelled + "/cancel").POST(BodyPublishers.noBody());
    assertThat(service.call(cancel).statusCode()).isEqualTo(202);
    String waiting = create(service, "Revenue 2024, for the board");
    put(service, waiting, "stores.csv", "1,Old Harbour\n2,Airport\n");
    var seal = service.to("/v1/jobs/" + waiting + "/seal").POST(BodyPublishers.noBody());
    assertThat(service.call(seal).statusCode()).isEqualTo(202);
    put(service, create(service, "Stores, third quarter"), "north.csv", "1,Old Harbour\n");
  }

  private static String create(Service service, String name) throws Exception {
    String request =
        """
        {"name": "%s", "approval": true, "expectedBytes": 100, "queries": [{"name": "stores",
          "sql": "select store_id, store_name from stores"}]}\
        """
            .formatted(name);
    var created = service.call(service.to("/v1/jobs").POST(BodyPublishers.ofString(request)));
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    return service.newest().id();
  }

  /** Rows of which the first one may be bad. */
  private static void put(Service service, String job, String file, String rows) throws Exception {
    String body = "store_id,store_name\n" + rows;
    var request = service.to("/v1/jobs/" + job + "/parts/stores/" + file);
    assertThat(service.call(request.PUT(BodyPublishers.ofString(body))).statusCode())
        .isIn(201, 422);
  }

  private static void picture(Screen screen, String name) throws Exception {
    Path file = PICTURES.resolve(name + ".png");
    var _ = screen.browser.evaluate("new Promise((drawn) => setTimeout(drawn, 500))");
    screen.picture(file);
    assertThat(Files.size(file)).as(name).isBetween(10_000L, BYTES_MAX);
  }
}
