package dev.roastery.gateway.jobs.host;

import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.Fatal;
import dev.roastery.common.pipeline.PartitionName;
import java.util.Collection;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * How many messages wait in the queue of each partition, for people: no decision depends on it. The
 * broker is asked when somebody asks here, and at most once a second, so an idle service asks
 * nothing.
 */
final class QueueDepths implements AutoCloseable {

  private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long STALE_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** So long somebody who asks waits for the broker. */
  private static final long PATIENCE_MILLIS = 300;

  private final Transport transport;
  private final Consumer<Fatal> onFatal;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("queue-depths").factory());

  // Guarded by this.
  private Map<PartitionName, Long> depths = Map.of();
  private long askedNanos = System.nanoTime() - STALE_NANOS;
  private CountDownLatch answered = new CountDownLatch(0);

  QueueDepths(Transport transport, Consumer<Fatal> onFatal) {
    this.transport = transport;
    this.onFatal = onFatal;
  }

  /** Without those queues of which it is not known now. */
  Map<PartitionName, Long> of(Collection<PartitionName> partitions) {
    await(asked(partitions));
    synchronized (this) {
      return System.nanoTime() - askedNanos < STALE_NANOS ? depths : Map.of();
    }
  }

  /** Nobody waits twice for a broker that does not answer. */
  private synchronized CountDownLatch asked(Collection<PartitionName> partitions) {
    if (answered.getCount() > 0 || thread.isShutdown()) {
      return new CountDownLatch(0);
    }
    if (System.nanoTime() - askedNanos >= FRESH_NANOS) {
      CountDownLatch now = new CountDownLatch(1);
      answered = now;
      thread.execute(() -> ask(partitions, now));
    }
    return answered;
  }

  private static void await(CountDownLatch answer) {
    try {
      var _ = answer.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void ask(Collection<PartitionName> partitions, CountDownLatch done) {
    try {
      long began = System.nanoTime();
      Map<PartitionName, Long> found = new TreeMap<>();
      for (PartitionName each : partitions) {
        OptionalLong waiting = transport.waiting(each.queue());
        waiting.ifPresent(messages -> found.put(each, messages));
      }
      synchronized (this) {
        depths = Map.copyOf(found);
        askedNanos = began;
      }
    } catch (RuntimeException bug) {
      if (!thread.isShutdown()) {
        onFatal.accept(Fatal.of(bug, "asking for the lengths of the queues"));
      }
    } catch (Error e) {
      onFatal.accept(Fatal.of(e, "asking for the lengths of the queues"));
    } finally {
      done.countDown();
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
