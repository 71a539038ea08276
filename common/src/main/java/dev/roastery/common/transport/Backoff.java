package dev.roastery.common.transport;

import java.util.random.RandomGenerator;

/**
 * Waiting times that double up to a limit, shortened at random so that peers do not come at once.
 */
final class Backoff {

  private final long firstMillis;
  private final long longestMillis;
  private final RandomGenerator random;
  private int tries;

  Backoff(long firstMillis, long longestMillis, RandomGenerator random) {
    this.firstMillis = firstMillis;
    this.longestMillis = longestMillis;
    this.random = random;
  }

  /** The time to wait now: between half of the doubled one and the whole. */
  long nextMillis() {
    long whole = Math.min(longestMillis, firstMillis << Math.min(tries, 30));
    tries++;
    return whole / 2 + random.nextLong(whole / 2 + 1);
  }

  void reset() {
    tries = 0;
  }
}
