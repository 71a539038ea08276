package dev.roastery.gateway.jobs;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** How a client's receiver is told. */
public interface Notifier {

  /**
   * Begins one try and returns. It comes to an end in any case: with nothing when the receiver was
   * told, or with a sentence that says why not.
   */
  CompletableFuture<Optional<String>> tell(Notification notification);
}
