package dev.roastery.common.process.watch;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How fast a process works, from one heartbeat to the next. Two heartbeats may follow each other at
 * once: what is handled within {@link #SHORTEST_NANOS} says nothing, and belongs to the next.
 */
final class WorkRate {

  static final long SHORTEST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final LongSupplier rows;
  private final LongSupplier bytes;
  private long before;
  private long rowsBefore;
  private long bytesBefore;
  private long rowsPerSecond;
  private long bytesPerSecond;

  /** Both suppliers only grow. */
  WorkRate(LongSupplier rows, LongSupplier bytes, long nanos) {
    this.rows = rows;
    this.bytes = bytes;
    this.before = nanos;
    this.rowsBefore = rows.getAsLong();
    this.bytesBefore = bytes.getAsLong();
  }

  /** The same figures with the rate at this moment. */
  Figures in(Figures figures, long nanos) {
    long elapsed = nanos - before;
    if (elapsed >= SHORTEST_NANOS) {
      long rowsNow = rows.getAsLong();
      long bytesNow = bytes.getAsLong();
      rowsPerSecond = perSecond(rowsNow - rowsBefore, elapsed);
      bytesPerSecond = perSecond(bytesNow - bytesBefore, elapsed);
      before = nanos;
      rowsBefore = rowsNow;
      bytesBefore = bytesNow;
    }
    return figures.at(rowsPerSecond, bytesPerSecond);
  }

  private static long perSecond(long handled, long nanos) {
    return Math.round(1e9 * handled / nanos);
  }
}
