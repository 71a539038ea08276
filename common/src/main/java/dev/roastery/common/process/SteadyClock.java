package dev.roastery.common.process;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.function.LongSupplier;

/**
 * The time of this machine's clock when the process started, plus the time that has really elapsed
 * since then: setting the machine's clock, even by years, neither expires a job nor keeps one
 * alive.
 */
public final class SteadyClock extends Clock {

  private final Instant start;
  private final LongSupplier nanos;
  private final long startNanos;

  SteadyClock(Clock wall, LongSupplier nanos) {
    this.start = wall.instant();
    this.nanos = nanos;
    this.startNanos = nanos.getAsLong();
  }

  /** From what that clock says now. */
  public static SteadyClock since(Clock wall) {
    return new SteadyClock(wall, System::nanoTime);
  }

  public static SteadyClock ofThisMachine() {
    return since(Clock.systemUTC());
  }

  @Override
  public Instant instant() {
    return start.plusNanos(nanos.getAsLong() - startNanos);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException("times are in UTC here");
  }
}
