package dev.roastery.gateway.jobs;

import java.util.UUID;
import java.util.random.RandomGenerator;

/** UUIDs of version 7: ordered by time, and hard to guess. */
final class TimedIds {

  private TimedIds() {}

  /** When the id was created. */
  static long millis(UUID id) {
    return id.getMostSignificantBits() >>> 16;
  }

  static UUID next(long millis, RandomGenerator random) {
    long high = (millis << 16) | 0x7000L | (random.nextLong() & 0x0fffL);
    long low = (random.nextLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
    return new UUID(high, low);
  }
}
