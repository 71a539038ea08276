package dev.roastery.gateway.jobs;

/**
 * When a job is given up that waits for its client: after so long without a sign of it. Clients
 * could not reach a gateway that was away; if the time ran out meanwhile they get a quarter of it
 * from the gateway's start on. That happens once for each silence: a gateway that is started again
 * and again does not keep a job alive for ever.
 *
 * @param limitMillis how long a silence may be
 * @param upSinceMillis when this gateway was started
 */
record Abandonment(long limitMillis, long upSinceMillis) {

  /** What follows. */
  sealed interface Verdict {}

  /** Not before then. */
  record Waiting(long untilMillis) implements Verdict {}

  /** The time has run out, and there is more of it, once. */
  record Reprieve(long untilMillis) implements Verdict {}

  record Over() implements Verdict {}

  /**
   * @param sinceMillis the last sign
   * @param reprievedUntilMillis of a reprieve in this silence; 0 without one
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
