package dev.roastery.input.csv;

import dev.roastery.input.PartPosition;
import org.jspecify.annotations.Nullable;

/**
 * Hands the windows of a part to threads in order, and passes the true end of each batch to the
 * thread of the next window. A thread finishes its window before it takes another, so there is
 * always one thread that does not wait.
 */
final class WindowHandoff {

  private long taken;
  private long settled;
  private PartPosition position;
  private boolean failed;

  WindowHandoff(PartPosition start) {
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

  /** The same if it is already known; otherwise, or after a failure, null. */
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
