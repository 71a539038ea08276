package dev.roastery.gateway.jobs;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where batches enter the broker. So many bytes may be on their way at once; when that is used up,
 * jobs take turns, one batch each, so that a small job does not wait for all of a large one.
 */
final class FairGate {

  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by the lock.
  private final Map<UUID, Queue<Waiter>> waiting = new LinkedHashMap<>();
  private long free;
  private boolean isHeld;
  private boolean isUsed;

  private final class Waiter {
    final Condition granted = lock.newCondition();
    final long bytes;
    boolean isGranted;

    Waiter(long bytes) {
      this.bytes = bytes;
    }
  }

  FairGate(long bytes) {
    this.free = bytes;
  }

  /** Waits for this job's turn. A batch larger than all there is goes when nothing is under way. */
  void enter(UUID job, long bytes) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      isUsed = true;
      if (waiting.isEmpty() && free > 0 && !isHeld) {
        free -= bytes;
        return;
      }
      Waiter mine = new Waiter(bytes);
      waiting.computeIfAbsent(job, _ -> new ArrayDeque<>()).add(mine);
      await(job, mine);
    } finally {
      lock.unlock();
    }
  }

  private void await(UUID job, Waiter mine) throws InterruptedException {
    try {
      while (!mine.isGranted) {
        mine.granted.await();
      }
    } catch (InterruptedException e) {
      if (mine.isGranted) {
        free += mine.bytes;
        grant();
      } else {
        withdraw(job, mine);
      }
      throw e;
    }
  }

  private void withdraw(UUID job, Waiter mine) {
    Queue<Waiter> others = waiting.get(job);
    if (others != null) {
      others.remove(mine);
      if (others.isEmpty()) {
        waiting.remove(job);
      }
    }
  }

  /** A batch has arrived. */
  void leave(long bytes) {
    lock.lock();
    try {
      free += bytes;
      grant();
    } finally {
      lock.unlock();
    }
  }

  /** While it is held, nobody gets a turn. */
  void hold(boolean held) {
    lock.lock();
    try {
      isHeld = held;
      grant();
    } finally {
      lock.unlock();
    }
  }

  /** Whether anybody has come since it was asked last, or waits. */
  boolean takeUsed() {
    lock.lock();
    try {
      boolean used = isUsed || !waiting.isEmpty();
      isUsed = false;
      return used;
    } finally {
      lock.unlock();
    }
  }

  /** Who has had a turn goes to the end of the line. */
  private void grant() {
    while (free > 0 && !isHeld && !waiting.isEmpty()) {
      Map.Entry<UUID, Queue<Waiter>> first = waiting.entrySet().iterator().next();
      waiting.remove(first.getKey());
      Waiter next = first.getValue().remove();
      if (!first.getValue().isEmpty()) {
        waiting.put(first.getKey(), first.getValue());
      }
      free -= next.bytes;
      next.isGranted = true;
      next.granted.signal();
    }
  }
}
