package dev.roastery.gateway.jobs.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JobPercentTest {

  @Test
  void theShareOfAnUploadIsThatOfItsBytes() {
    assertThat(JobPercent.in(25, 100L)).isEqualTo(0.25);
    assertThat(JobPercent.in(125, 100L)).as("more than was said").isEqualTo(1);
  }

  @Test
  void anUploadOfUnknownSizeMovesOnAndIsNeverAllIn() {
    double before = 0;
    for (long bytes = 1; bytes < 1L << 50; bytes *= 4) {
      double now = JobPercent.in(bytes, null);
      assertThat(now).isGreaterThan(before).isLessThan(1);
      before = now;
    }
    assertThat(JobPercent.in(5, 0L)).isEqualTo(JobPercent.in(5, null));
  }
}
