package dev.roastery.common.broker.rabbit;

import com.rabbitmq.client.ConnectionFactory;
import dev.roastery.common.fault.Backoff;
import dev.roastery.common.fault.Fatal;
import java.util.EnumSet;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the broker refuses to this user now, although it allowed it before: the user's password or
 * permissions have been changed. Everything that the broker has confirmed is safe, so the process
 * tries again until it is allowed. Its log says so once a minute. What the process has never been
 * allowed is a mistake in its settings, and is fatal.
 */
final class Refusals {

  /** What a user may or may not do. */
  enum Right {
    CONNECT,
    DECLARE,
    PUBLISH,
    CONSUME
  }

  /** How often in a row, when last, and the broker's words about it. */
  private record Refused(int times, long nanos, String words) {}

  private static final Logger log = LoggerFactory.getLogger(Refusals.class);
  private static final long LOG_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** What has not been tried for so long is not wanted any more: a partition was handed over. */
  private static final long FORGET_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final String user;
  private final Backoff backoff;

  // Guarded by this.
  private final SplittableRandom random;
  private final Set<Right> had = EnumSet.noneOf(Right.class);
  private final TreeMap<String, Refused> refused = new TreeMap<>();
  private long loggedNanos = System.nanoTime() - LOG_NANOS;

  /** Written under the lock; lets {@link #granted} return at once when nothing changes. */
  private volatile boolean nothingRefused = true;

  private volatile boolean hadAll;

  Refusals(RabbitSettings settings) {
    this.user = user(settings);
    this.backoff = settings.backoff();
    this.random = new SplittableRandom(settings.seed());
  }

  private static String user(RabbitSettings settings) {
    ConnectionFactory parsed = BrokerHosts.of(settings.uri()).read();
    return "user '%s' in vhost '%s'".formatted(parsed.getUsername(), parsed.getVirtualHost());
  }

  void granted(Right right, String what) {
    if (!nothingRefused || !hadAll) {
      noteGranted(right, what);
    }
  }

  private synchronized void noteGranted(Right right, String what) {
    had.add(right);
    hadAll = had.size() == Right.values().length;
    if (refused.remove(what) != null) {
      log.info("the broker allows {} again: {}", user, what);
    }
    nothingRefused = refused.isEmpty();
  }

  /** When to try again; empty if this process has never been allowed such a thing. */
  synchronized OptionalLong pauseMillis(Right right, String what, Fatal refusal) {
    if (!had.contains(right)) {
      return OptionalLong.empty();
    }
    nothingRefused = false;
    long nanos = System.nanoTime();
    Refused known = refused.get(what);
    int times = known == null ? 1 : known.times() + 1;
    refused.put(what, new Refused(times, nanos, words(refusal)));
    if (nanos - loggedNanos >= LOG_NANOS) {
      loggedNanos = nanos;
      log.warn("{}; trying again until it is allowed", sentence());
    }
    return OptionalLong.of(backoff.jitteredMillis(times, random));
  }

  private static String words(Fatal refusal) {
    Throwable cause = refusal.getCause();
    return BrokerErrors.words(cause == null ? refusal : cause);
  }

  /** What is refused now, for people; empty if nothing is. */
  synchronized String sentence() {
    long now = System.nanoTime();
    refused.values().removeIf(each -> now - each.nanos() > FORGET_NANOS);
    if (refused.isEmpty()) {
      return "";
    }
    var first = refused.firstEntry();
    String more = refused.size() == 1 ? "" : ", and " + (refused.size() - 1) + " more";
    return "the broker refuses %s: %s (%s)%s"
        .formatted(user, first.getKey(), first.getValue().words(), more);
  }
}
