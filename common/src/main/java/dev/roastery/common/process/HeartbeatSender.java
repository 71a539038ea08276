package dev.roastery.common.process;

import dev.roastery.common.broker.Parcel;
import dev.roastery.common.broker.Transport;
import dev.roastery.common.partition.PartitionReport;
import dev.roastery.common.process.watch.Figures;
import dev.roastery.common.process.watch.ToldJobs;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
  private final Supplier<Figures> figures;
  private final Thread thread;

  /** Of one heartbeat after the other, whose threads follow each other. */
  private final ToldJobs told = new ToldJobs();

  // Guarded by this.
  private boolean unconfirmed;
  private boolean stopping;
  private boolean soon;
  private boolean ended;

  /** Of a node that does not say what it takes. */
  public HeartbeatSender(
      NodeName node,
      long everyMillis,
      Transport transport,
      Supplier<List<PartitionReport>> reports) {
    this(node, everyMillis, transport, reports, () -> Figures.NONE);
  }

  public HeartbeatSender(
      NodeName node,
      long everyMillis,
      Transport transport,
      Supplier<List<PartitionReport>> reports,
      Supplier<Figures> figures) {
    this.node = node;
    this.everyMillis = everyMillis;
    this.transport = transport;
    this.reports = reports;
    this.figures = figures;
    this.thread = Thread.ofPlatform().daemon().name("heart").unstarted(this::run);
  }

  public void start() {
    transport.declare(List.of(Heartbeat.QUEUE));
    thread.start();
  }

  /** From now on it says that the node is about to end. */
  public synchronized void stopping() {
    stopping = true;
    notifyAll();
  }

  /** There is news: the next beat does not wait for its time. */
  public synchronized void soon() {
    soon = true;
    notifyAll();
  }

  private void run() {
    try {
      while (nextIsDue()) {
        if (isHeard()) {
          beat(false);
        }
      }
    } catch (InterruptedException _) {
      // It is not to beat any more.
    }
  }

  /** Waits for the time of the next beat, which is now when the node has begun to stop. */
  private synchronized boolean nextIsDue() throws InterruptedException {
    boolean stopped = stopping;
    long due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(everyMillis);
    for (long left = everyMillis; !ended && left > 0 && stopping == stopped; left = left(due)) {
      if (soon && !unconfirmed) {
        break;
      }
      wait(left);
    }
    return !ended;
  }

  private static long left(long untilNanos) {
    return TimeUnit.NANOSECONDS.toMillis(untilNanos - System.nanoTime());
  }

  private synchronized boolean isHeard() {
    return !unconfirmed;
  }

  private void beat(boolean last) {
    boolean isStopping;
    synchronized (this) {
      unconfirmed = true;
      soon = false;
      isStopping = stopping;
    }
    Heartbeat beat =
        new Heartbeat(
            node, Instant.now(), isStopping, last, told.next(reports.get()), figures.get());
    Parcel parcel =
        new Parcel(beat.bytes(), node + " " + beat.at(), "HEARTBEAT", "", node.toString());
    transport.publish(Heartbeat.QUEUE, parcel, this::confirmed);
  }

  private synchronized void confirmed() {
    unconfirmed = false;
    notifyAll();
  }

  /**
   * Sends a last heartbeat which says that the node has ended, if the broker is available; no other
   * follows it.
   */
  @Override
  public void close() {
    synchronized (this) {
      ended = true;
      stopping = true;
      notifyAll();
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

  private synchronized boolean isHeardSoon() throws InterruptedException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    for (long left = PATIENCE.toMillis(); unconfirmed && left > 0; left = left(until)) {
      wait(left);
    }
    return !unconfirmed;
  }
}
