package dev.roastery.gateway.jobs;

import java.security.SecureRandom;
import java.util.UUID;

/** UUIDs of version 7: in the order of their time, and not to be guessed. */
final class TimedIds {

  private static final SecureRandom RANDOM = new SecureRandom();

  private TimedIds() {}

  /** When it was made. */
  static long millis(UUID id) {
    return id.getMostSignificantBits() >>> 16;
  }

  static UUID next(long millis) {
    long high = (millis << 16) | 0x7000L | (RANDOM.nextLong() & 0x0fffL);
    long low = (RANDOM.nextLong() & 0x3fffffffffffffffL) | 0x8000000000000000L;
    return new UUID(high, low);
  }
}
