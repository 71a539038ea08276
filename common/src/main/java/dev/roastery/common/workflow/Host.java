package dev.roastery.common.workflow;

import java.util.function.Supplier;

/** Time and threads. Everything but the steps runs on the engine's one thread. */
public interface Host {

  /** Since 1970, by a clock that goes on while no process is running. */
  long nowMillis();

  /** Runs on the engine's thread, soon. */
  void post(Runnable task);

  /** Runs on the engine's thread at that time. What it returns calls it off. */
  Runnable at(long atMillis, Runnable task);

  /** Runs on the engine's thread, and waits for it; for everyone, also for that thread. */
  <T> T call(Supplier<T> task);

  /** Runs on a thread of its own. What it returns interrupts that thread. */
  Runnable start(Runnable step);
}
