package dev.roastery.common.fault;

import java.util.random.RandomGenerator;

/**
 * The pauses between tries of what fails again and again: first, first times coefficient, and so
 * on, up to the cap. How often to try, and what counts as a failure, is the caller's.
 */
public record Backoff(long firstMillis, double coefficient, long capMillis) {

  public Backoff {
    if (firstMillis < 0 || coefficient < 1 || capMillis < firstMillis) {
      throw new IllegalArgumentException(
          "pauses need a first one from 0, a coefficient from 1 and a cap not below the first"
              + " pause; these are "
              + String.join(", ", "" + firstMillis, "" + coefficient, "" + capMillis));
    }
  }

  public static Backoff doubling(long firstMillis, long capMillis) {
    return new Backoff(firstMillis, 2, capMillis);
  }

  /** The pause after that many failures in a row, from 1. */
  public long pauseMillis(int failures) {
    return (long) Math.min((double) capMillis, firstMillis * Math.pow(coefficient, failures - 1.0));
  }

  /**
   * That pause, or down to half of it by chance: so that peers which failed together do not all
   * come back at once.
   */
  public long jitteredMillis(int failures, RandomGenerator chance) {
    long whole = pauseMillis(failures);
    return whole / 2 + chance.nextLong(whole / 2 + 1);
  }
}
