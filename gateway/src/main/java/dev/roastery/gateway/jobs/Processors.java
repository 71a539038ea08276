package dev.roastery.gateway.jobs;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Leaves processors to small jobs: while there are several jobs, large parts use all but one of the
 * machine's, and at least one. A job that is alone uses as many as it can.
 */
final class Processors {

  private final int beside;
  private final BooleanSupplier several;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition left = lock.newCondition();

  /** How many large parts compute. Guarded by the lock. */
  private int busy;

  Processors(int all, BooleanSupplier several) {
    this.beside = Math.max(1, all - 1);
    this.several = several;
  }

  /** Before a piece of a large part is computed; not to be held while anything is waited for. */
  void enter() {
    lock.lock();
    try {
      while (busy >= beside && several.getAsBoolean()) {
        left.awaitUninterruptibly();
      }
      busy++;
    } finally {
      lock.unlock();
    }
  }

  void leave() {
    lock.lock();
    try {
      busy--;
      left.signal();
    } finally {
      lock.unlock();
    }
  }
}
