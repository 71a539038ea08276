package dev.roastery.common.storage.s3;

import dev.roastery.common.fault.Backoff;

/**
 * How long and how often the client tries.
 *
 * @param partBytes what is larger goes in parts of so many bytes; S3 wants 5 MiB at least
 * @param answerMillisMax how long the store may be silent
 * @param requestMillisMax how long the sending of one request may take, with its answer's head
 * @param attempts of what may be repeated
 */
public record S3Limits(
    int partBytes,
    int connectMillisMax,
    int answerMillisMax,
    int requestMillisMax,
    int attempts,
    Backoff backoff) {

  public static S3Limits defaults() {
    return new S3Limits(8 << 20, 5_000, 30_000, 120_000, 6, Backoff.doubling(100, 5_000));
  }

  public S3Limits withAttempts(int other) {
    return new S3Limits(
        partBytes, connectMillisMax, answerMillisMax, requestMillisMax, other, backoff);
  }
}
