package dev.roastery.common.partition;

import dev.roastery.common.partition.PartitionOwner.OpenAnew;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts how often each message has made its stage throw, as long as this process lives. One that
 * has had its tries keeps its count: it is replayed with each try of another message, and must not
 * begin anew each time.
 */
final class Retries {

  private final RetryPolicy policy;
  private final Map<String, Integer> failures = new HashMap<>();

  Retries(RetryPolicy policy) {
    this.policy = policy;
  }

  /** Returns when the message has had its tries; otherwise the partition is to be opened anew. */
  void failed(byte[] message, RuntimeException error) {
    int count = failures.merge(Quarantine.nameOf(message), 1, Integer::sum);
    if (policy.again(count, error)) {
      throw new OpenAnew(error, policy.backoff().pauseMillis(count));
    }
  }
}
