package dev.roastery.gateway.jobs;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that a test moves, and that stands still or runs otherwise. */
public final class MovedClock extends Clock {

  private final Clock unmoved;
  private final AtomicReference<Duration> passed = new AtomicReference<>(Duration.ZERO);

  public MovedClock(Clock unmoved) {
    this.unmoved = unmoved;
  }

  public void pass(Duration time) {
    passed.updateAndGet(before -> before.plus(time));
  }

  @Override
  public Instant instant() {
    return unmoved.instant().plus(passed.get());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }
}
