package dev.roastery.cli.client;

import dev.roastery.common.fault.Backoff;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * How long to retry a gateway that does not answer. It counts from the last progress, so a slow
 * upload never exhausts it. {@code news} is notified once when the gateway becomes unreachable and
 * once when it answers again, however many parts are being uploaded.
 */
public final class RetryBudget {

  private static final Backoff BACKOFF = Backoff.doubling(100, 10_000);

  private final Duration limit;
  private final RandomGenerator chance;
  private final Consumer<String> news;
  private final AtomicBoolean away = new AtomicBoolean();

  public RetryBudget(Duration limit, RandomGenerator chance, Consumer<String> news) {
    this.limit = limit;
    this.chance = chance;
    this.news = news;
  }

  /** One thing that is tried until it is done. */
  Attempts attempts() {
    return new Attempts();
  }

  /** The gateway has answered. */
  void answered() {
    if (away.get() && away.getAndSet(false)) {
      news.accept("the gateway answers again");
    }
  }

  private void missing(Interruption why) {
    if (!away.getAndSet(true)) {
      news.accept(why.reason() + "; retrying for up to " + text(limit));
    }
  }

  static String text(Duration duration) {
    long seconds = duration.toSeconds();
    return seconds >= 120 ? seconds / 60 + " minutes" : seconds + " seconds";
  }

  /** Belongs to one thread. */
  final class Attempts {

    private int failedSinceProgress;
    private long lastProgressNanos = System.nanoTime();
    private int failed;

    /** Progress was made: the time starts over. */
    void progress() {
      failedSinceProgress = 0;
      lastProgressNanos = System.nanoTime();
    }

    /** Whether an attempt before this one may have been done without our hearing of it. */
    boolean repeated() {
      return failed > 0;
    }

    /** Waits before the next attempt, or says that there is none. */
    void pause(Interruption why) throws InterruptedException {
      failed++;
      failedSinceProgress++;
      long leftMillis =
          limit.toMillis()
              - (System.nanoTime() - lastProgressNanos) / Duration.ofMillis(1).toNanos();
      if (leftMillis <= 0) {
        throw new GatewayFailure(
            GatewayFailure.Kind.UNREACHABLE,
            why.reason() + "; no progress for " + text(limit) + " (--patience)");
      }
      missing(why);
      long jittered = BACKOFF.jitteredMillis(failedSinceProgress, chance);
      Thread.sleep(Math.min(leftMillis, Math.max(jittered, why.retryAfter().toMillis())));
    }
  }
}
