package dev.roastery.gateway.jobs.upload.host;

import dev.roastery.gateway.jobs.service.PartName;
import dev.roastery.gateway.jobs.service.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which upload writes a part: one at a time. A newer upload takes over, because the client
 * of the older one is gone. Other work on the part's files waits for the end of the upload.
 *
 * <p>It holds its lock while that other work runs, so that no upload can begin meanwhile.
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
   * Waits until the older upload has ended. It ends when the broker has confirmed its batches, so
   * not while the broker is away.
   */
  synchronized void take(Upload newer, Duration patience) throws InterruptedException {
    long limit = System.nanoTime() + patience.toNanos();
    while (current != null) {
      current.supersede();
      long millis = (limit - System.nanoTime()) / 1_000_000;
      if (millis <= 0) {
        throw new Refusal(
            Refusal.Kind.UNAVAILABLE,
            "the broker has not confirmed the earlier bytes of " + part + " yet: try again later");
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

  /** Runs {@code last} now, or at the end of the running upload, which is told to end. */
  synchronized void afterUpload(Runnable last) {
    if (current == null) {
      last.run();
    } else {
      afterIt.add(last);
      current.abandon();
    }
  }
}
