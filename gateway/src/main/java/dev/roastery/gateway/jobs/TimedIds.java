package dev.roastery.gateway.jobs;

import java.util.UUID;
import java.util.random.RandomGenerator;

/** UUIDs of version 7: in the order of their time, and not to be guessed. */
final class TimedIds {

  private TimedIds() {}

  /** When it was made. */
  static long millis(UUID id) {
    return id.getMostSignificantBits() >>> 16;
  }

  static UUID next(long millis, RandomGenerator random) {
    long high = (millis << 16) | 0x7000L | (random.nextLong() & 0x0fffL);
    long low = (random.nextLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
    return new UUID(high, low);
  }
}
