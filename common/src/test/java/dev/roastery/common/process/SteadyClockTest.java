package dev.roastery.common.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SteadyClockTest {

  private static final Instant START = Instant.parse("2026-05-01T10:00:00Z");

  private final AtomicReference<Instant> wall = new AtomicReference<>(START);
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5_000_000_000L);

  private final Clock set =
      new Clock() {
        @Override
        public Instant instant() {
          return wall.get();
        }

        @Override
        public ZoneId getZone() {
          throw new UnsupportedOperationException();
        }

        @Override
        public Clock withZone(ZoneId zone) {
          throw new UnsupportedOperationException();
        }
      };

  @Test
  void howeverTheMachinesClockIsSetOnlyWhatHasPassedCounts() {
    SteadyClock clock = new SteadyClock(set, nanos::get);
    SplittableRandom random = new SplittableRandom(11);
    Duration passed = Duration.ZERO;
    for (int step = 0; step < 100; step++) {
      wall.set(START.plus(Duration.ofHours(random.nextLong(-200_000, 200_000))));
      long some = random.nextLong(1_000_000_000L);
      nanos.addAndGet(some); // and it passes the largest long
      passed = passed.plusNanos(some);
      assertThat(clock.instant()).isEqualTo(START.plus(passed));
    }
  }
}
