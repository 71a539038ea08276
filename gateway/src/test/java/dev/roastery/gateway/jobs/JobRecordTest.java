package dev.roastery.gateway.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.gateway.jobs.service.JobRequest.Hints;
import dev.roastery.gateway.jobs.service.SharedPlans;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** The file of a job's request (docs/formats-workflow.md). A change of its bytes is no accident. */
class JobRecordTest {

  private static byte[] golden() throws IOException {
    try (InputStream in = JobRecordTest.class.getResourceAsStream("job.json")) {
      return in.readAllBytes();
    }
  }

  private static JobRecord read(byte[] bytes) throws IOException {
    return JobRecord.read(bytes, "job.json", new SharedPlans()::of, Pipeline.STANDARD);
  }

  @Test
  void theGoldenFileIsReadAndWrittenAgain() throws IOException {
    JobRecord record = read(golden());
    assertThat(record.name()).isEqualTo("May");
    assertThat(record.hints())
        .isEqualTo(
            new Hints(123_456_789_012L, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"));
    assertThat(new String(record.toBytes("{\"queries\":[\"tpv-by-store\"]}"), UTF_8))
        .isEqualTo(new String(golden(), UTF_8));
  }

  @Test
  void oneOfAnEarlierReleaseHasNoHints() throws IOException {
    String earlier = new String(golden(), UTF_8).replaceAll(",\"expectedBytes\":.*\\]}\"", "");
    assertThat(earlier).endsWith("\"}");
    assertThat(read(earlier.getBytes(UTF_8)).hints()).isEqualTo(Hints.NONE);
  }
}
