package dev.roastery.gateway.jobs.upload.host;

import dev.roastery.common.broker.Transport;
import dev.roastery.common.fault.Fatal;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Holds uploads back while the partitions' queues are long. A broker confirms faster than workers
 * consume; without this, all of a large job would be queued ahead of a small one.
 */
public final class QueueBackpressure implements AutoCloseable {

  /** Enough to keep a worker busy until the next sample. */
  private static final long WAITING_MAX = 2;

  private static final long EVERY_MILLIS = 30;

  /** A queue from which nobody takes for so long is waited for by its messages, not by uploads. */
  private static final long STILL_MILLIS = 10_000;

  private final UploadAdmission admission;
  private final Transport transport;
  private final List<String> queues;
  private final Consumer<Fatal> onFatal;
  private final long stillMillis;
  private volatile long waiting;

  /** When {@code waiting} changed the last time. Of the thread that samples. */
  private long changedNanos = System.nanoTime();

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("queue-backpressure").factory());

  public QueueBackpressure(
      UploadAdmission admission,
      Transport transport,
      List<String> queues,
      Consumer<Fatal> onFatal) {
    this(admission, transport, queues, onFatal, STILL_MILLIS);
  }

  QueueBackpressure(
      UploadAdmission admission,
      Transport transport,
      List<String> queues,
      Consumer<Fatal> onFatal,
      long stillMillis) {
    this.stillMillis = stillMillis;
    this.admission = admission;
    this.transport = transport;
    this.queues = queues;
    this.onFatal = onFatal;
  }

  public void start() {
    var _ = thread.scheduleWithFixedDelay(this::sample, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** How many messages are waiting; 0 when nothing is uploaded. */
  public long waiting() {
    return waiting;
  }

  private void sample() {
    try {
      if (admission.takeUsed()) {
        long before = waiting;
        waiting = transport.backlog(queues);
        if (waiting != before) {
          changedNanos = System.nanoTime();
        }
        long still = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - changedNanos);
        admission.hold(waiting > WAITING_MAX && still < stillMillis);
      } else {
        waiting = 0;
      }
    } catch (RuntimeException bug) {
      if (!thread.isShutdown()) {
        onFatal.accept(Fatal.of(bug, "the sampling of the queues' lengths"));
      }
    } catch (Error e) {
      onFatal.accept(Fatal.of(e, "the sampling of the queues' lengths"));
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
