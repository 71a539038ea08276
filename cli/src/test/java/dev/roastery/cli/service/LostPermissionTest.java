package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.roastery.cli.Outcome;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.testkit.TestBroker;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody changes what the cluster's user may do at the broker, and changes it back. */
@Tag("broker")
class LostPermissionTest {

  private static final String QUERY = "high-value-transactions";

  @TempDir private Path folder;

  @Test
  void theNodesWaitForTheirPermissionAndTheJobIsCompleted() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(300_000, 24, 3), set, Progress.UNWATCHED).write(2);
    try (PrivateBroker broker = TestBroker.startPrivate(folder.resolve("broker"));
        Service service = Service.overRabbit(folder, broker.uri())) {
      Path out = folder.resolve("out");
      Outcome.Running client =
          service.submit(set, "--query=" + QUERY, "--watch", "--quiet", "--out=" + out);
      service.awaitUploaded(1);

      broker.rabbitmqctl("clear_permissions", "guest");
      broker.rabbitmqctl("close_all_connections", "a test");

      for (Outcome.Running node : service.nodes()) {
        await()
            .atMost(Service.LIMIT)
            .until(() -> Files.readString(node.err()).contains("the broker refuses user 'guest'"));
      }
      assertThat(service.call(service.to("/readyz")).body())
          .contains("the broker refuses user 'guest' in vhost '/': the connection for ");
      broker.rabbitmqctl("set_permissions", "guest", ".*", ".*", ".*");

      Outcome done = client.await(Service.LIMIT);
      assertThat(done.code()).as(done.err()).isZero();
      assertThat(Service.results(out))
          .containsOnly(Map.entry(QUERY + ".csv", NaiveOracle.results(set).get(QUERY)));
      await().atMost(Service.LIMIT).until(() -> service.status("/readyz") == 200);
      assertThat(service.nodes()).allMatch(node -> node.process().isAlive());
    }
  }
}
