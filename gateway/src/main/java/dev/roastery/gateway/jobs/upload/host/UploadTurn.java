package dev.roastery.gateway.jobs.upload.host;

import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which upload writes a part: one at a time, and a newer one takes over, because the client of the
 * older one is gone. What has to happen to the part's files from elsewhere waits for the writer.
 */
final class UploadTurn {

  private final PartName part;

  // Guarded by this.
  private @Nullable Upload current;
  private final List<Runnable> afterIt = new ArrayList<>(0);

  UploadTurn(PartName part) {
    this.part = part;
  }

  /**
   * Waits until the older upload has ended, which is when the broker has confirmed what it has
   * sent: while the broker is away, it does not.
   */
  synchronized void take(Upload newer, Duration patience) throws InterruptedException {
    long limit = System.nanoTime() + patience.toNanos();
    while (current != null) {
      current.supersede();
      long millis = (limit - System.nanoTime()) / 1_000_000;
      if (millis <= 0) {
        throw new Refusal(
            Refusal.Kind.UNAVAILABLE,
            "what came of " + part + " before is not with the broker yet: try again later");
      }
      wait(millis);
    }
    current = newer;
  }

  synchronized void end(Upload ended) {
    if (current == ended) {
      try {
        afterIt.forEach(Runnable::run);
      } finally {
        afterIt.clear();
        current = null;
        notifyAll();
      }
    }
  }

  /** Runs {@code last} now, or, when an upload is under way, on its thread at its end: soon. */
  synchronized void over(Runnable last) {
    if (current == null) {
      last.run();
    } else {
      afterIt.add(last);
      current.abandon();
    }
  }
}
