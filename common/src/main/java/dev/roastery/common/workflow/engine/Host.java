package dev.roastery.common.workflow.engine;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Provides time and threads. Everything except the steps runs on the engine's one thread. */
public interface Host {

  /** Milliseconds since 1970, by a clock that also runs while no process does. */
  long nowMillis();

  /** Runs the task on the engine's thread, after all that was posted before. */
  void post(Runnable task);

  /** Runs the task on the engine's thread at that time. The returned action cancels it. */
  Runnable at(long atMillis, Runnable task);

  /** Has the engine's thread answer the question. */
  default <T> CompletableFuture<T> submit(Supplier<T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    post(() -> {
      try {
        answer.complete(question.get());
      } catch (RuntimeException e) {
        answer.completeExceptionally(e);
      }
    });
    return answer;
  }

  /** The same, and waits for the answer. */
  default <T> T ask(Supplier<T> question) {
    return await(submit(question));
  }

  /**
   * Waits for a future that the engine's thread completes, and throws its exception if it fails. A
   * host without threads runs posted tasks meanwhile.
   */
  <T> T await(CompletableFuture<T> answer);

  /** Runs the step on its own thread. The returned action interrupts that thread. */
  Runnable start(Runnable step);

  /** Runs all tasks, which may wait for the disk, in parallel if possible, and waits for them. */
  void together(List<Runnable> tasks);
}
