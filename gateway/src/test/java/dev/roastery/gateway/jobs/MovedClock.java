package dev.roastery.gateway.jobs;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that a test moves. */
final class MovedClock extends Clock {

  private final AtomicReference<Instant> now;

  MovedClock(Instant start) {
    this.now = new AtomicReference<>(start);
  }

  void pass(Duration time) {
    now.updateAndGet(then -> then.plus(time));
  }

  @Override
  public Instant instant() {
    return now.get();
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
