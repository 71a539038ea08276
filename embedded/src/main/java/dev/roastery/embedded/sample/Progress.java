package dev.roastery.embedded.sample;

/** Hears how far the writing is. Called by every thread that writes. */
@FunctionalInterface
public interface Progress {

  Progress UNWATCHED = _ -> {};

  /** So many transactions more are written. */
  void advanced(long transactions);
}
