package dev.roastery.common.process;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.partition.PartitionReport;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Sends the heartbeat of a node until the very end of its shutdown. A beat that is not confirmed
 * when the next is due is not followed by another: while the broker is away, none pile up.
 */
public final class HeartbeatSender implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final NodeName node;
  private final long everyMillis;
  private final Transport transport;
  private final Supplier<List<PartitionReport>> reports;
  private final Thread thread;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  // Guarded by the lock.
  private boolean unconfirmed;
  private boolean stopping;
  private boolean ended;

  public HeartbeatSender(
      NodeName node,
      long everyMillis,
      Transport transport,
      Supplier<List<PartitionReport>> reports) {
    this.node = node;
    this.everyMillis = everyMillis;
    this.transport = transport;
    this.reports = reports;
    this.thread = Thread.ofPlatform().daemon().name("heart").unstarted(this::run);
  }

  public void start() {
    transport.declare(List.of(Heartbeat.QUEUE));
    thread.start();
  }

  /** From now on it says that the node is about to end. */
  public void stopping() {
    lock.lock();
    try {
      stopping = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    while (nextIsDue()) {
      if (isHeard()) {
        beat(false);
      }
    }
  }

  /** Waits for the time of the next beat, which is now when the node has begun to stop. */
  private boolean nextIsDue() {
    lock.lock();
    try {
      boolean stopped = stopping;
      long nanos = TimeUnit.MILLISECONDS.toNanos(everyMillis);
      while (!ended && nanos > 0 && stopping == stopped) {
        nanos = changed.awaitNanos(nanos);
      }
      return !ended;
    } catch (InterruptedException _) {
      return false;
    } finally {
      lock.unlock();
    }
  }

  private boolean isHeard() {
    lock.lock();
    try {
      return !unconfirmed;
    } finally {
      lock.unlock();
    }
  }

  private void beat(boolean last) {
    boolean isStopping;
    lock.lock();
    try {
      unconfirmed = true;
      isStopping = stopping;
    } finally {
      lock.unlock();
    }
    Heartbeat beat = new Heartbeat(node, Instant.now(), isStopping, last, reports.get());
    Parcel parcel =
        new Parcel(beat.bytes(), node + " " + beat.at(), "HEARTBEAT", "", node.toString());
    transport.publish(Heartbeat.QUEUE, parcel, this::confirmed);
  }

  private void confirmed() {
    lock.lock();
    try {
      unconfirmed = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Sends a last heartbeat which says that the node has ended, if the broker is available; no other
   * follows it.
   */
  @Override
  public void close() {
    lock.lock();
    try {
      ended = true;
      stopping = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      if (thread.isAlive()) {
        thread.join(PATIENCE);
      }
      if (isHeardSoon()) {
        beat(true);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isHeardSoon() throws InterruptedException {
    lock.lock();
    try {
      long nanos = PATIENCE.toNanos();
      while (unconfirmed && nanos > 0) {
        nanos = changed.awaitNanos(nanos);
      }
      return !unconfirmed;
    } finally {
      lock.unlock();
    }
  }
}
