package dev.roastery.common.kernel;

import dev.roastery.common.fault.JobFailure;

/** How much larger an array becomes that is too small. */
public final class ArraySizes {

  /** The largest array that every JVM allocates. */
  private static final int LENGTH_MAX = Integer.MAX_VALUE - 8;

  private ArraySizes() {}

  /** A length of at least {@code needed}, half as much again as the present one if possible. */
  public static int beyond(int length, int needed) {
    return (int) Math.max(needed, Math.min(LENGTH_MAX, length + (length >> 1) + 16L));
  }

  /** A size that an array can have; beyond it the job fails, not the node. */
  public static int checked(long length, String what) {
    if (length > LENGTH_MAX) {
      throw new JobFailure(
          "%s would take %,d entries in one partition; at most %,d are possible: ask for fewer"
              .formatted(what, length, LENGTH_MAX));
    }
    return (int) length;
  }
}
