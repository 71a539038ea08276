package dev.roastery.common.storage.s3;

/** What has come of the request that decides a write. */
sealed interface WriteOutcome {

  record Done() implements WriteOutcome {}

  /** The name was not free. */
  record Exists() implements WriteOutcome {}

  record Trouble(String why) implements WriteOutcome {}

  static WriteOutcome of(S3Answer answer) {
    if (answer.isAgainstCondition()) {
      return new Exists();
    }
    return answer.isDone()
        ? new Done()
        : new Trouble("the store says " + answer.status() + answer.error().words());
  }
}
