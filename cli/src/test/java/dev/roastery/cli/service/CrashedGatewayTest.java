package dev.roastery.cli.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Outcome;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The gateway crashes at the most critical points; its client, and readers of the jobs afterwards,
 * see one job.
 */
class CrashedGatewayTest {

  @TempDir private static Path shared;
  private static Path set;
  private static SortedMap<String, String> expected;

  @TempDir private Path folder;

  @BeforeAll
  static void generate() throws Exception {
    set = shared.resolve("set");
    new SampleDataset(new SampleSettings(20_000, 12, 3), set, Progress.UNWATCHED).write(2);
    expected = new TreeMap<>();
    NaiveOracle.results(set).forEach((query, csv) -> expected.put(query + ".csv", csv));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gateway_before_job_record",
        "gateway_job_recorded_before_reply",
        "gateway_mid_upload:9",
        "gateway_before_upload_end",
        "gateway_after_upload_end",
      })
  void itsClientEndsWithTheRightAnswerOfOneJob(String point) throws Exception {
    try (Service service = Service.dev(folder, Map.of("ROASTERY_CRASH", point))) {
      Path out = folder.resolve("out");
      Outcome.Running client = service.submit(set, "--watch", "--quiet", "--out=" + out);
      assertThat(service.gateway().await(Service.LIMIT).code()).as(point).isEqualTo(137);
      // The marker that the crash has left keeps it from crashing there again.
      service.startGateway();
      Outcome outcome = client.await(Service.LIMIT);

      assertThat(outcome.code()).as(outcome.err()).isZero();
      assertThat(Service.results(out)).isEqualTo(expected);
      assertThat(service.get("/v1/jobs").path("jobs")).hasSize(1);
    }
  }
}
