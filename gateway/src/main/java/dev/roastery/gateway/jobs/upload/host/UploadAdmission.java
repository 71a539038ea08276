package dev.roastery.gateway.jobs.upload.host;

import dev.roastery.common.share.Share;
import dev.roastery.common.share.Turns;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Admits batches to the broker, up to a number of bytes in flight. When that is used up, clients
 * take turns by their weights, and the jobs of a client in turn, one batch each: so a small job
 * does not wait for all of a large one, and no client for all jobs of another.
 */
public final class UploadAdmission {

  private static final long HEAD_START_BYTES = 8L << 20;

  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by the lock.
  private final Turns<UUID, Waiter> waiting = new Turns<>();
  private final Map<UUID, Long> entered = new HashMap<>();

  /** By client, since it is held. */
  private final Map<Object, Long> enteredWhileHeld = new HashMap<>();

  private long free;
  private boolean isHeld;
  private boolean isUsed;

  private final class Waiter {
    final Condition granted = lock.newCondition();
    final Share share;
    final UUID job;
    final long bytes;
    boolean isGranted;

    Waiter(Share share, UUID job, long bytes) {
      this.share = share;
      this.job = job;
      this.bytes = bytes;
    }
  }

  public UploadAdmission(long bytes) {
    this.free = bytes;
  }

  /** Waits for the job's turn. A batch larger than the limit is admitted when none is in flight. */
  void enter(Share share, UUID job, long bytes) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      isUsed = true;
      Waiter mine = new Waiter(share, job, bytes);
      waiting.add(share, job, mine);
      grant();
      await(mine);
    } finally {
      lock.unlock();
    }
  }

  private void await(Waiter mine) throws InterruptedException {
    try {
      while (!mine.isGranted) {
        mine.granted.await();
      }
    } catch (InterruptedException e) {
      if (mine.isGranted) {
        free += mine.bytes;
        grant();
      } else {
        waiting.remove(mine.share, mine.job, mine);
      }
      throw e;
    }
  }

  /** The broker has confirmed a batch. */
  void leave(long bytes) {
    locked(() -> {
      free += bytes;
      grant();
    });
  }

  /** While it is held, only clients and jobs that have sent little get a turn. */
  void hold(boolean held) {
    locked(() -> {
      isHeld = held;
      if (!held) {
        enteredWhileHeld.clear();
      }
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

  private void grant() {
    while (free > 0) {
      Optional<Waiter> next = waiting.take(this::mayGo);
      if (next.isEmpty()) {
        return;
      }
      grant(next.get());
    }
  }

  private void grant(Waiter next) {
    free -= next.bytes;
    entered.merge(next.job, next.bytes, Long::sum);
    if (isHeld) {
      enteredWhileHeld.merge(next.share.holder(next.job), next.bytes, Long::sum);
    }
    next.isGranted = true;
    next.granted.signal();
  }

  /** A hundred small jobs of one client are not small. */
  private boolean mayGo(Waiter next) {
    return !isHeld
        || (isAhead(entered.get(next.job))
            && isAhead(enteredWhileHeld.get(next.share.holder(next.job))));
  }

  private static boolean isAhead(@Nullable Long bytes) {
    return bytes == null || bytes < HEAD_START_BYTES;
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
