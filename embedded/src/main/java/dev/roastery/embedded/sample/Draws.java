package dev.roastery.embedded.sample;

import java.util.SplittableRandom;

/** A random stream. Its numbers are cut to size here, so that they depend on no JDK's way to. */
final class Draws {

  private final SplittableRandom random;

  Draws(SplittableRandom random) {
    this.random = random;
  }

  long bits() {
    return random.nextLong();
  }

  /** A number from 0 to {@code bound - 1}. */
  int below(int bound) {
    return (int) (((random.nextLong() >>> 32) * bound) >>> 32);
  }

  boolean oneIn(int chances) {
    return below(chances) == 0;
  }

  /** Draw {@code index} of {@code count} that ascend from 0 to {@code bound - 1}. */
  int inOrder(long index, long count, int bound) {
    return (int) ((index * bound + below(bound)) / count);
  }
}
