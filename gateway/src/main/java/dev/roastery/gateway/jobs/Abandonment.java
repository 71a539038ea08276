package dev.roastery.gateway.jobs;

/**
 * Decides when a job that waits for its client expires: after a silence of the given time. If the
 * time passed while the gateway was down, so that the client could not reach it, the job gets a
 * reprieve of a quarter of that time from the gateway's start. There is one reprieve for each
 * silence, so that a gateway that restarts often does not keep a job alive for ever.
 *
 * @param limitMillis how long a silence may last
 * @param upSinceMillis when this gateway started
 */
record Abandonment(long limitMillis, long upSinceMillis) {

  /** The decision. */
  sealed interface Verdict {}

  /** The job does not expire before that time. */
  record Waiting(long untilMillis) implements Verdict {}

  /** The time has passed, but the job gets more of it, once. */
  record Reprieve(long untilMillis) implements Verdict {}

  record Over() implements Verdict {}

  /**
   * @param sinceMillis when the client was last heard of
   * @param reprievedUntilMillis the end of a reprieve in this silence; 0 without one
   */
  Verdict of(long sinceMillis, long reprievedUntilMillis, long nowMillis) {
    long deadline = Math.max(sinceMillis + limitMillis, reprievedUntilMillis);
    if (nowMillis < deadline) {
      return new Waiting(deadline);
    }
    long reachable = upSinceMillis + limitMillis / 4;
    return reprievedUntilMillis == 0 && nowMillis < reachable
        ? new Reprieve(reachable)
        : new Over();
  }
}
