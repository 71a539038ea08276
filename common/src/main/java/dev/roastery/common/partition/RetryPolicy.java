package dev.roastery.common.partition;

import java.util.List;

/**
 * How often a message that made its stage throw is tried, and with what pauses between: first,
 * first times coefficient, and so on, up to the cap. Errors of the {@code final} classes are not
 * tried again: the same bytes would only fail the same way.
 */
public record RetryPolicy(
    int attempts,
    long firstMillis,
    double coefficient,
    long capMillis,
    List<Class<? extends RuntimeException>> finalErrors) {

  public RetryPolicy {
    finalErrors = List.copyOf(finalErrors);
    if (attempts < 1 || firstMillis < 0 || coefficient < 1 || capMillis < firstMillis) {
      throw new IllegalArgumentException("retry policy " + attempts + " x " + firstMillis + " ms");
    }
  }

  public static RetryPolicy defaults() {
    return new RetryPolicy(
        3, 200, 2, 5_000, List.of(ArithmeticException.class, IllegalArgumentException.class));
  }

  /** Whether a message that has failed so often, this time with this error, is tried again. */
  boolean again(int failures, RuntimeException error) {
    return failures < attempts && finalErrors.stream().noneMatch(type -> type.isInstance(error));
  }

  /** The pause after that many failures. */
  long pauseMillis(int failures) {
    return (long) Math.min((double) capMillis, firstMillis * Math.pow(coefficient, failures - 1.0));
  }
}
