package dev.roastery.gateway.jobs;

import dev.roastery.common.workflow.engine.ClosedException;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/** What the log says of something that was not recorded. */
final class Unrecorded {

  private Unrecorded() {}

  /** Nothing while the gateway ends: its next start finds out anew. */
  static Optional<String> sentence(String what, Throwable failure) {
    if (ClosedException.isReasonOf(failure)) {
      return Optional.empty();
    }
    Throwable cause = failure.getCause();
    Throwable why = failure instanceof CompletionException && cause != null ? cause : failure;
    return Optional.of("cannot record %s now: %s".formatted(what, why.getMessage()));
  }
}
