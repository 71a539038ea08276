package dev.roastery.common.partition;

import dev.roastery.common.partition.PartitionOwner.OpenAnew;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** Counts how often each message has made its stage throw, as long as this process lives. */
final class Retries {

  private final RetryPolicy policy;
  private final Map<ByteBuffer, Integer> failures = new HashMap<>();

  Retries(RetryPolicy policy) {
    this.policy = policy;
  }

  /** Returns when the message has had its tries; otherwise the partition is to be opened anew. */
  void failed(byte[] message, RuntimeException error) {
    ByteBuffer key = ByteBuffer.wrap(message);
    int count = failures.merge(key, 1, Integer::sum);
    if (policy.again(count, error)) {
      throw new OpenAnew(error, policy.pauseMillis(count));
    }
    failures.remove(key);
  }
}
