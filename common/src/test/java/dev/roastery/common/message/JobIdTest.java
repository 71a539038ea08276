package dev.roastery.common.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobIdTest {

  @Test
  void itsTextIsReadBack() {
    UUID id = UUID.fromString("0190f5fe-7c00-7a00-8000-000000000001");
    for (int attempt : new int[] {1, 2, 999_999_999}) {
      JobId job = new JobId(id, attempt);
      assertThat(JobId.parse(job.toString())).contains(job);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "job",
        "0190f5fe-7c00-7a00-8000-000000000001#0",
        "0190f5fe-7c00-7a00-8000-000000000001#",
        "0190f5fe-7c00-7a00-8000-000000000001#9999999999",
        "1-1-1-1-1",
        " 0190f5fe-7c00-7a00-8000-000000000001"
      })
  void anythingElseIsNoJob(String text) {
    assertThat(JobId.parse(text)).isEmpty();
  }
}
