package dev.roastery.common.storage.check;

import java.util.Arrays;

/**
 * How long calls of one kind took.
 *
 * @param call what was called
 * @param count how often
 */
public record Latency(String call, int count, double p50Millis, double p99Millis) {

  static Latency of(String call, long[] nanos) {
    long[] sorted = nanos.clone();
    Arrays.sort(sorted);
    return new Latency(call, sorted.length, at(sorted, 0.5), at(sorted, 0.99));
  }

  /** The smallest of which so large a share is not above it. */
  private static double at(long[] sorted, double share) {
    return sorted[(int) Math.ceil(share * sorted.length) - 1] / 1e6;
  }
}
