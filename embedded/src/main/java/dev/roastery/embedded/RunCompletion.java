package dev.roastery.embedded;

import org.jspecify.annotations.Nullable;

/** How a job ends: with all its results, or with the first thing that went wrong. */
final class RunCompletion {

  private int resultsLeft;
  private @Nullable Throwable failure;

  RunCompletion(int results) {
    this.resultsLeft = results;
  }

  synchronized void stored() {
    resultsLeft--;
    notifyAll();
  }

  synchronized void failed(Throwable reason) {
    if (failure == null) {
      failure = reason;
      notifyAll();
    }
  }

  synchronized boolean hasFailed() {
    return failure != null;
  }

  /** Throws what went wrong, if anything did. */
  synchronized void check() {
    switch (failure) {
      case null -> {}
      case RuntimeException unchecked -> throw unchecked;
      case Error error -> throw error;
      case Throwable other -> throw new IllegalStateException(other);
    }
  }

  /** Waits for the end; throws what went wrong. */
  synchronized void await() throws InterruptedException {
    while (resultsLeft > 0 && failure == null) {
      wait();
    }
    check();
  }
}
