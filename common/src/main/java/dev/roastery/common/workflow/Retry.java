package dev.roastery.common.workflow;

import dev.roastery.common.fault.Backoff;
import dev.roastery.common.workflow.Event.Reason;
import java.util.List;

/**
 * How often a step is tried, with what pauses: first, first times coefficient, and so on, up to the
 * cap.
 *
 * @param attempts how many in all, or {@link #NO_LIMIT}
 * @param errors what may be tried again; any other exception fails the node at once
 */
public record Retry(
    int attempts,
    long firstMillis,
    double coefficient,
    long capMillis,
    List<Class<? extends Throwable>> errors) {

  /** The pause before whoever is cut off tries again. */
  public static final long UNREACHABLE_MILLIS = 5_000;

  /** In place of a number of attempts: as often as it takes. */
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

  /** Five attempts after 1, 2, 4 and 8 seconds, whatever the exception. */
  public static Retry standard() {
    return new Retry(5, 1_000, 2, 60_000, List.of(Throwable.class));
  }

  public static Retry never() {
    return new Retry(1, 0, 1, 0, List.of());
  }

  public Retry attempts(int other) {
    return new Retry(other, firstMillis, coefficient, capMillis, errors);
  }

  public Retry onlyFor(List<Class<? extends Throwable>> others) {
    return new Retry(attempts, firstMillis, coefficient, capMillis, others);
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

  /** The event for an attempt that came to nothing for a reason that may be tried again. */
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
