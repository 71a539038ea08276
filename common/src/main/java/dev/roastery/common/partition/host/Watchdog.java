package dev.roastery.common.partition.host;

import dev.roastery.common.fault.Fatal;
import dev.roastery.common.fault.FatalReason;
import dev.roastery.common.message.JobId;
import dev.roastery.common.partition.PartitionListener;
import dev.roastery.common.pipeline.PartitionName;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Ends the process when a stage does not return from one message: an endless loop would hold its
 * partition for ever while looking healthy. The next replay counts the crash like any other, so
 * that the message is quarantined after the third (M15). Only the stage's own work is timed, not a
 * slow broker or disk. All calls are passed on to another listener.
 */
public final class Watchdog extends PassedOn implements AutoCloseable {

  public static final long LIMIT_MILLIS = 300_000;

  private final long limitNanos;
  private final LongSupplier nanos;
  private final Consumer<Fatal> onFatal;
  private final Map<PartitionName, Long> applyingSince = new ConcurrentHashMap<>();
  private volatile boolean closed;

  public Watchdog(
      PartitionListener next, long limitMillis, LongSupplier nanos, Consumer<Fatal> onFatal) {
    super(next);
    this.limitNanos = TimeUnit.MILLISECONDS.toNanos(limitMillis);
    this.nanos = nanos;
    this.onFatal = onFatal;
  }

  /** Starts a thread that checks often enough. */
  public static Watchdog started(
      PartitionListener next, long limitMillis, Consumer<Fatal> onFatal) {
    Watchdog dog = new Watchdog(next, limitMillis, System::nanoTime, onFatal);
    Thread.ofPlatform().daemon().name("watchdog").start(dog::run);
    return dog;
  }

  private void run() {
    while (!closed) {
      LockSupport.parkNanos(Math.max(1_000_000, limitNanos / 20));
      look();
    }
  }

  /** Whether any partition has exceeded its time. */
  void look() {
    long now = nanos.getAsLong();
    applyingSince.forEach((partition, since) -> {
      if (now - since >= limitNanos && applyingSince.remove(partition, since)) {
        onFatal.accept(
            new Fatal(
                FatalReason.STUCK,
                "partition "
                    + partition
                    + " has been at one message for "
                    + TimeUnit.NANOSECONDS.toSeconds(now - since)
                    + " seconds: restart; after three such crashes the message is quarantined"));
      }
    });
  }

  @Override
  public void applying(PartitionName partition, JobId job) {
    applyingSince.put(partition, nanos.getAsLong());
    super.applying(partition, job);
  }

  @Override
  public void applied(PartitionName partition) {
    applyingSince.remove(partition);
    super.applied(partition);
  }

  @Override
  public void close() {
    closed = true;
  }
}
