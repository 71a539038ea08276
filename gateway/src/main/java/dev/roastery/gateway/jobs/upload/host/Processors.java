package dev.roastery.gateway.jobs.upload.host;

import dev.roastery.common.share.Share;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The processors on which parts are parsed. Large parts leave one of them to small parts and to
 * everything else, where there are several. While another client (or job, where clients are not
 * known) sends small parts, a large part rests after each step for as long as the step took, by the
 * weights of the two: so it takes its share of the machine, and no more, from workers, broker and
 * the other clients, too.
 */
final class Processors {

  /** A client sends its small parts one after the other: between two of them it is still there. */
  private static final long PRESENT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** A step may have taken long because the machine stood still. */
  private static final long REST_NANOS_MAX = TimeUnit.SECONDS.toNanos(1);

  private final Semaphore permits;
  private final LongSupplier nanoTime;
  private final LongConsumer rest;

  /** The latest two that have sent small parts, or null. Guarded by this. */
  private @Nullable Sender latest;

  private @Nullable Sender before;

  private record Sender(Object holder, int weight, long nanos) {}

  /** What is done with some bytes of a part. */
  interface Step {
    void run() throws IOException;
  }

  /**
   * @param permits how many large parts may compute at once
   * @param rest keeps the calling thread for so many nanoseconds
   */
  Processors(Semaphore permits, LongSupplier nanoTime, LongConsumer rest) {
    this.permits = permits;
    this.nanoTime = nanoTime;
    this.rest = rest;
  }

  static Processors ofThisMachine() {
    int all = Runtime.getRuntime().availableProcessors();
    return new Processors(
        new Semaphore(Math.max(1, all - 1)), System::nanoTime, LockSupport::parkNanos);
  }

  /** Runs a step of a small part. */
  void small(Share share, UUID job, Step step) throws IOException {
    isHere(share.holder(job), share.weight());
    try {
      step.run();
    } finally {
      isHere(share.holder(job), share.weight());
    }
  }

  /**
   * Runs a step of a large part. While it rests, no other large part steps in; the rest that a
   * small weight brings beyond the length of the step is its own, and keeps no other.
   */
  void large(Share share, UUID job, Step step) throws IOException {
    permits.acquireUninterruptibly();
    long left;
    try {
      long start = nanoTime.getAsLong();
      step.run();
      long took = nanoTime.getAsLong() - start;
      int others = weightBeside(share.holder(job));
      long due = Math.min(took * others / share.weight(), REST_NANOS_MAX);
      long together = Math.min(due, took);
      rest(together);
      left = due - together;
    } finally {
      permits.release();
    }
    rest(left);
  }

  private void rest(long nanos) {
    if (nanos > 0) {
      rest.accept(nanos);
    }
  }

  private synchronized void isHere(Object holder, int weight) {
    if (latest != null && !latest.holder().equals(holder)) {
      before = latest;
    }
    latest = new Sender(holder, weight, nanoTime.getAsLong());
  }

  /** The weight of one other that sends small parts now, or 0. */
  private synchronized int weightBeside(Object holder) {
    Sender other = latest != null && latest.holder().equals(holder) ? before : latest;
    return other != null && nanoTime.getAsLong() - other.nanos() < PRESENT_NANOS
        ? other.weight()
        : 0;
  }
}
