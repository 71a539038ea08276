package dev.roastery.gateway.ingest;

import org.jspecify.annotations.Nullable;

/**
 * Hands the windows of a part to threads in order, and passes on from each to the next where its
 * batch truly ended. A thread finishes its window before it takes another: so there is always one
 * that waits for nobody.
 */
final class Relay {

  private long taken;
  private long settled;
  private PartPosition position;
  private boolean failed;

  Relay(PartPosition start) {
    position = start;
  }

  synchronized long take() {
    return taken++;
  }

  /** Where the windows before this one ended; null when one of them has failed. */
  synchronized @Nullable PartPosition await(long window) throws InterruptedException {
    while (settled < window && !failed) {
      wait();
    }
    return failed ? null : position;
  }

  /** The same when it is known already; otherwise, or after a failure, null. */
  synchronized @Nullable PartPosition known(long window) {
    return settled < window || failed ? null : position;
  }

  synchronized void settle(PartPosition end) {
    position = end;
    settled++;
    notifyAll();
  }

  synchronized void fail() {
    failed = true;
    notifyAll();
  }
}
