package dev.roastery.common.fault;

import java.util.List;

/**
 * How often a message that made its stage throw is tried, and with what pauses between. Errors of
 * the {@code final} classes are not tried again: the same bytes would only fail the same way.
 */
public record RetryPolicy(
    int attempts, Backoff backoff, List<Class<? extends RuntimeException>> finalErrors) {

  public RetryPolicy {
    finalErrors = List.copyOf(finalErrors);
    if (attempts < 1) {
      throw new IllegalArgumentException("a retry policy of " + attempts + " attempts");
    }
  }

  public static RetryPolicy defaults() {
    return new RetryPolicy(
        3,
        Backoff.doubling(200, 5_000),
        List.of(ArithmeticException.class, IllegalArgumentException.class));
  }

  /** Whether a message that has failed so often, this time with this error, is tried again. */
  public boolean again(int failures, RuntimeException error) {
    return failures < attempts && finalErrors.stream().noneMatch(type -> type.isInstance(error));
  }
}
