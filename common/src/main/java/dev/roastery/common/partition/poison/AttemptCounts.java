package dev.roastery.common.partition.poison;

import dev.roastery.common.fault.RetryPolicy;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts how often each message has made its stage throw, for the lifetime of this process. A
 * message that has used up its attempts keeps its count: it is replayed with every attempt at
 * another message, and must not start from zero each time.
 */
public final class AttemptCounts {

  private final RetryPolicy policy;
  private final Map<String, Integer> failures = new HashMap<>();

  public AttemptCounts(RetryPolicy policy) {
    this.policy = policy;
  }

  /** Returns if the message has used up its attempts; otherwise the partition must be reopened. */
  public void failed(byte[] message, RuntimeException error) {
    int count = failures.merge(Quarantine.nameOf(message), 1, Integer::sum);
    if (policy.again(count, error)) {
      throw new ReopenPartition(error, policy.backoff().pauseMillis(count));
    }
  }
}
