package dev.roastery.common.workflow;

import dev.roastery.common.fault.Backoff;
import dev.roastery.common.workflow.Event.Reason;
import java.util.List;

/**
 * How often a step is tried. The pause between attempts begins with {@code firstMillis} and is
 * multiplied by the coefficient after each failure, up to the cap.
 *
 * @param attempts the maximum, or {@link #NO_LIMIT}
 * @param errors exceptions that are retried; any other one fails the node at once
 */
public record Retry(
    int attempts,
    long firstMillis,
    double coefficient,
    long capMillis,
    List<Class<? extends Throwable>> errors) {

  /** The pause before the retry of a step that threw {@link Unreachable}. */
  public static final long UNREACHABLE_MILLIS = 5_000;

  /** In place of a number of attempts: retry until it succeeds. */
  public static final int NO_LIMIT = 0;

  public Retry {
    errors = List.copyOf(errors);
    if (attempts < NO_LIMIT || firstMillis < 0 || coefficient < 1 || capMillis < firstMillis) {
      throw new IllegalArgumentException(
          "a retry policy needs attempts from 1 or no limit, a pause from 0, a coefficient from 1"
              + " and a cap not below the first pause; this one is "
              + String.join(
                  ", ", "" + attempts, "" + firstMillis, "" + coefficient, "" + capMillis));
    }
  }

  /** Five attempts with pauses of 1, 2, 4 and 8 seconds, for any exception. */
  public static Retry standard() {
    return new Retry(5, 1_000, 2, 60_000, List.of(Throwable.class));
  }

  public Retry attempts(int other) {
    return new Retry(other, firstMillis, coefficient, capMillis, errors);
  }

  /** The event for an attempt in which the step threw. */
  public Event.NodeFailed afterThrown(Event.NodeStarted begun, Throwable thrown, long nowMillis) {
    if (thrown instanceof Unreachable) {
      return failed(begun, Reason.UNREACHABLE, thrown.toString(), nowMillis + UNREACHABLE_MILLIS);
    }
    return errors.stream().anyMatch(type -> type.isInstance(thrown))
        ? after(begun, Reason.EXCEPTION, thrown.toString(), nowMillis)
        : failed(begun, Reason.EXCEPTION, thrown.toString(), Event.NEVER);
  }

  /** The event for an attempt that failed for a reason that is retried. */
  public Event.NodeFailed after(
      Event.NodeStarted begun, Reason reason, String detail, long nowMillis) {
    return attempts == NO_LIMIT || begun.attempt() < attempts
        ? failed(begun, reason, detail, nowMillis + pauseMillis(begun.attempt()))
        : failed(begun, Reason.MAX_RETRIES, reason + ": " + detail, Event.NEVER);
  }

  private long pauseMillis(int failures) {
    return new Backoff(firstMillis, coefficient, capMillis).pauseMillis(failures);
  }

  private static Event.NodeFailed failed(
      Event.NodeStarted begun, Reason reason, String detail, long retryAtMillis) {
    return new Event.NodeFailed(begun.node(), begun.attempt(), reason, detail, retryAtMillis);
  }
}
