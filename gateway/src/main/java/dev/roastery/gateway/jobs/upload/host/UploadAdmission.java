package dev.roastery.gateway.jobs.upload.host;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Admits batches to the broker, up to a number of bytes in flight. When that is used up, jobs take
 * turns, one batch each, so that a small job does not wait for all of a large one.
 */
public final class UploadAdmission {

  private static final long HEAD_START_BYTES = 8L << 20;

  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by the lock.
  private final Map<UUID, Queue<Waiter>> waiting = new LinkedHashMap<>();
  private final Map<UUID, Long> entered = new HashMap<>();
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

  public UploadAdmission(long bytes) {
    this.free = bytes;
  }

  /** Waits for the job's turn. A batch larger than the limit is admitted when none is in flight. */
  void enter(UUID job, long bytes) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      isUsed = true;
      Waiter mine = new Waiter(bytes);
      waiting.computeIfAbsent(job, _ -> new ArrayDeque<>()).add(mine);
      grant();
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

  /** The broker has confirmed a batch. */
  void leave(long bytes) {
    locked(() -> {
      free += bytes;
      grant();
    });
  }

  /** While it is held, only jobs that have sent little get a turn. */
  void hold(boolean held) {
    locked(() -> {
      isHeld = held;
      grant();
    });
  }

  /** Whether a batch was sent since the last call, or waits. */
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

  /** A job that has had a turn goes to the end of the queue. */
  private void grant() {
    for (UUID job = next(); job != null; job = next()) {
      Queue<Waiter> line = Objects.requireNonNull(waiting.remove(job));
      Waiter next = line.remove();
      if (!line.isEmpty()) {
        waiting.put(job, line);
      }
      free -= next.bytes;
      entered.merge(job, next.bytes, Long::sum);
      next.isGranted = true;
      next.granted.signal();
    }
  }

  private @Nullable UUID next() {
    if (free <= 0) {
      return null;
    }
    return waiting.keySet().stream().filter(this::mayGo).findFirst().orElse(null);
  }

  private boolean mayGo(UUID job) {
    return !isHeld || entered.getOrDefault(job, 0L) < HEAD_START_BYTES;
  }

  /** The job has ended. */
  public void forget(UUID job) {
    locked(() -> entered.remove(job));
  }

  private void locked(Runnable change) {
    lock.lock();
    try {
      change.run();
    } finally {
      lock.unlock();
    }
  }
}
