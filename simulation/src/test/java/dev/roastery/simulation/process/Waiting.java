package dev.roastery.simulation.process;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** Waits for conditions, for so long that only what never comes is given up. */
public final class Waiting {

  private static final Duration LIMIT = Duration.ofSeconds(90);

  private Waiting() {}

  /** {@code what} is asked for when the time is up: what was waited for, and what there is. */
  public static void until(Supplier<String> what, Callable<Boolean> condition) {
    try {
      Awaitility.await()
          .atMost(LIMIT)
          .pollInterval(Duration.ofMillis(10))
          .pollDelay(Duration.ZERO)
          .until(condition);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("not within " + LIMIT.toSeconds() + " s: " + what.get(), e);
    }
  }
}
