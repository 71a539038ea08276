package dev.roastery.gateway.jobs;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Puts a job's results where its client wants them. */
public interface Delivery {

  /** For jobs whose results stay at the gateway. */
  Delivery NONE = _ -> CompletableFuture.completedFuture(Optional.of("no bucket can be written"));

  /**
   * One attempt, which may be repeated: it writes the same bytes to the same places. Completes with
   * nothing when all is written, or with what went wrong.
   */
  CompletableFuture<Optional<String>> deliver(JobFacts job);
}
