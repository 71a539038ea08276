package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Outcome;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.harness.PrivateBroker;
import dev.roastery.testkit.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 of the gateway at random moments of an upload. More of it:
 *
 * <pre>
 *   ./gradlew :cli:test --tests '*KilledGatewayTest' -Droastery.seed=2
 *       -Droastery.kills=10 -Droastery.kills.transactions=2200000
 * </pre>
 */
class KilledGatewayTest {

  private static final long SEED = Long.getLong("roastery.seed", 5);
  private static final int KILLS = Integer.getInteger("roastery.kills", 5);
  private static final long TRANSACTIONS = Long.getLong("roastery.kills.transactions", 260_000);
  private static final Duration LIMIT = Duration.ofMinutes(30);

  @TempDir private static Path shared;
  private static Path set;

  @TempDir private Path folder;

  @BeforeAll
  static void generate() throws Exception {
    set = shared.resolve("set");
    new SampleDataset(new SampleSettings(TRANSACTIONS, 24, SEED), set, Progress.UNWATCHED).write(2);
  }

  @Test
  void itsClientEndsWithTheRightAnswer() throws Exception {
    try (Service service = Service.dev(folder)) {
      killedWhileUploading(service);
    }
  }

  @Test
  @Tag("broker")
  void itsClientEndsWithTheRightAnswerOverRabbitMqToo() throws Exception {
    try (PrivateBroker broker = TestBroker.startPrivate(folder.resolve("broker"));
        Service service = Service.overRabbit(folder, broker.uri())) {
      killedWhileUploading(service);
    }
  }

  private void killedWhileUploading(Service service) throws Exception {
    Path out = folder.resolve("out");
    Outcome.Running client = service.submit(set, "--watch", "--quiet", "--out=" + out);
    // Not in the last tenth: there the upload may be over when its progress is seen.
    long most = Service.bytes(set) * 9 / 10;
    LongStream moments = new Random(SEED).longs(KILLS, 1, most).sorted();
    for (long moment : moments.toArray()) {
      service.awaitUploaded(moment);
      service.killGateway();
      service.startGateway();
    }
    Outcome outcome = client.await(LIMIT);

    assertThat(outcome.code()).as(outcome.err()).isZero();
    assertThat(service.get("/v1/jobs").path("jobs")).hasSize(1);
    assertThat(Service.results(out)).isEqualTo(expected(service));
    assertThat(service.gateway().err()).content().contains("resuming job ");
  }

  private SortedMap<String, String> expected(Service service) throws Exception {
    Path right = folder.resolve("right");
    Outcome.Running run =
        service.start(Map.of(), List.of("run", set.toString(), "--quiet", "--out=" + right));
    assertThat(run.await(LIMIT).code()).isZero();
    return Service.results(right);
  }
}
