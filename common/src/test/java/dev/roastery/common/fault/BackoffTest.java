package dev.roastery.common.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {

  private static final Backoff BACKOFF = new Backoff(100, 3, 1_000);

  @Test
  void pausesGrowByTheCoefficientUpToTheCap() {
    assertThat(List.of(1, 2, 3, 4, 5))
        .extracting(BACKOFF::pauseMillis)
        .containsExactly(100L, 300L, 900L, 1_000L, 1_000L);
    assertThat(BACKOFF.pauseMillis(100_000)).isEqualTo(1_000);
  }

  @Test
  void chanceTakesUpToHalfOfAPause() {
    SplittableRandom chance = new SplittableRandom(42);

    assertThat(IntStream.range(0, 1_000).mapToLong(_ -> BACKOFF.jitteredMillis(2, chance)))
        .allMatch(millis -> millis >= 150 && millis <= 300)
        .hasSizeGreaterThan(100);
  }

  @Test
  void pausesThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> new Backoff(-1, 2, 1_000));
    assertThatThrownBy(() -> new Backoff(100, 0.5, 1_000));
    assertThatThrownBy(() -> new Backoff(100, 2, 99));
  }
}
