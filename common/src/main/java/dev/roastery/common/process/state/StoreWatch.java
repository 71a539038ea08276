package dev.roastery.common.process.state;

import dev.roastery.common.storage.object.PatientStore;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells when the store of a process does not answer, and when it is back. A store that is silent is
 * told long before a request to it is given up.
 */
public final class StoreWatch implements PatientStore.Listener, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(StoreWatch.class);

  /** A group of messages takes milliseconds, and a large one some seconds over a slow line. */
  static final Duration SILENCE = Duration.ofSeconds(20);

  private final LongSupplier nanos;

  /** When each request began that has had no answer yet. */
  private final Map<Request, Long> requests = new ConcurrentHashMap<>();

  /** Why a request has failed; empty when none has since the store last answered. */
  private String failure = "";

  private String silence = "";
  private long answered;

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("store-watch").factory());

  /** A request to the store, until it is given up or has its answer. */
  interface Request extends AutoCloseable {

    void answered();

    @Override
    void close();
  }

  StoreWatch(LongSupplier nanos) {
    this.nanos = nanos;
    this.answered = nanos.getAsLong();
  }

  /** With this machine's clock. */
  public static StoreWatch begun() {
    StoreWatch watch = new StoreWatch(System::nanoTime);
    var _ = watch.thread.scheduleWithFixedDelay(watch::look, 1, 1, TimeUnit.SECONDS);
    return watch;
  }

  /** A request is being sent. */
  Request request() {
    Request begun =
        new Request() {
          @Override
          public void answered() {
            hasAnswered();
          }

          @Override
          public void close() {
            requests.remove(this);
          }
        };
    requests.put(begun, nanos.getAsLong());
    return begun;
  }

  /** How many requests have had no answer yet. */
  int waiting() {
    return requests.size();
  }

  /** Looks whether a request has waited for too long, and no other was answered meanwhile. */
  synchronized void look() {
    long now = nanos.getAsLong();
    long longest = requests.values().stream().mapToLong(begin -> now - begin).max().orElse(0);
    if (Math.min(longest, now - answered) >= SILENCE.toNanos()) {
      tell(failure, "a request has had no answer for " + longest / 1_000_000_000 + " s");
    }
  }

  private synchronized void hasAnswered() {
    answered = nanos.getAsLong();
    tell(failure, "");
  }

  /** Empty while the store answers. */
  synchronized String why() {
    return failure.isEmpty() ? silence : failure;
  }

  @Override
  public synchronized void away(String what) {
    tell(what, silence);
  }

  @Override
  public synchronized void back() {
    tell("", "");
  }

  private void tell(String failed, String silent) {
    boolean wasAway = !why().isEmpty();
    failure = failed;
    silence = silent;
    String now = why();
    if (!wasAway && !now.isEmpty()) {
      log.warn(
          "ALARM: the object store does not answer: {}. Nothing is acknowledged until it does",
          now);
    }
    if (wasAway && now.isEmpty()) {
      log.info("the object store answers again");
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
