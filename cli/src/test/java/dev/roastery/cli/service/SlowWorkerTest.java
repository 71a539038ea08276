package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.cli.Outcome;
import dev.roastery.cli.Repository;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.testkit.TestBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The joiner stands still, and its connection lives: what it is to get waits with the client, not
 * in memory (M16).
 */
@Tag("broker")
class SlowWorkerTest {

  /** More waits than this, and uploads wait, too; but each job has a start of some megabytes. */
  private static final long WAITING_MAX = 2;

  private static final String QUERY =
      """
      { "name": "sales-by-age", "from": "transactions",
        "join": [ { "table": "users", "on": "user_id", "take": ["birthdate"] } ],
        "select": ["transaction_id", "birthdate"] }
      """;

  @TempDir private Path folder;

  @Test
  void whileTheJoinerStandsStillTheUploadDoesTooAndThenTheResultIsRight() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(500_000, 24, 3), set, Progress.UNWATCHED).write(2);
    String query = "--query=" + Files.writeString(folder.resolve("sales-by-age.json"), QUERY);
    Path out = folder.resolve("out");
    Path embedded = folder.resolve("embedded");

    try (PrivateBroker broker = TestBroker.startPrivate(folder.resolve("broker"));
        Service service =
            Service.overRabbit(folder, broker.uri(), List.of("aggregator", "maximizer"))) {
      Process joiner = service.patientNode("joiner", folder, broker);
      assertThat(service.run(Map.of(), "run", set.toString(), query, "--out=" + embedded).code())
          .isZero();
      Service.signal("STOP", joiner);
      Outcome.Running client = service.submit(set, query, "--watch", "--quiet", "--out=" + out);
      await().atMost(Service.LIMIT).until(() -> backlog(service) > WAITING_MAX);
      long[] safe = {-1};
      await()
          .atMost(Service.LIMIT)
          .during(Duration.ofSeconds(5))
          .until(() -> {
            long before = safe[0];
            safe[0] = service.newest().bytes();
            return before == safe[0];
          });

      assertThat(service.newest().state()).isEqualTo("UPLOADING");
      long all = Service.bytes(set.resolve("transactions")) + Service.bytes(set.resolve("users"));
      assertThat(safe[0]).isLessThan(all);
      Service.signal("CONT", joiner);
      Outcome outcome = client.await(Service.LIMIT);
      assertThat(outcome.code()).as(outcome.err()).isZero();
      assertThat(Service.results(out)).isEqualTo(Service.results(embedded));
    }
  }

  private static long backlog(Service service) throws IOException {
    String text = service.call(service.to("/metrics")).body();
    return Long.parseLong(Repository.all("^roastery_backlog_messages (\\d+)$", text).getFirst());
  }
}
