package dev.roastery.common.workflow.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Time and threads. Everything but the steps runs on the engine's one thread. */
public interface Host {

  /** Since 1970, by a clock that goes on while no process is running. */
  long nowMillis();

  /** Runs on the engine's thread, soon, after all that was posted before. */
  void post(Runnable task);

  /** Runs on the engine's thread at that time. What it returns calls it off. */
  Runnable at(long atMillis, Runnable task);

  /**
   * Waits for what the engine's thread will complete, and throws what it completes exceptionally
   * with. A host without threads does what was posted meanwhile.
   */
  <T> T await(CompletableFuture<T> answer);

  /** Runs on a thread of its own. What it returns interrupts that thread. */
  Runnable start(Runnable step);

  /** Runs all of these, which may wait for the disk, at the same time if it can, to their ends. */
  void together(List<Runnable> tasks);
}
