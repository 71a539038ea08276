package dev.roastery.gateway.jobs;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Notifies the receivers of clients. */
public interface Notifier {

  /**
   * Starts one attempt and returns. The future always completes: empty if the receiver was
   * notified, or with a sentence that says why not.
   */
  CompletableFuture<Optional<String>> send(Notification notification);
}
