package dev.roastery.testkit.workflow;

import dev.roastery.common.workflow.engine.Host;
import dev.roastery.common.workflow.engine.Timers;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The test's thread is the engine's thread. A step has its own thread and runs while the test
 * waits, until it returns or {@link #hang}s: so nothing ever happens at the same time.
 */
public final class SimulatedHost implements Host {

  /** The process crashes. This is an Error, because the engine survives exceptions. */
  public static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  private final Deque<Runnable> posted = new ArrayDeque<>();
  private final Timers timers = new Timers();
  private final Semaphore turn = new Semaphore(0);
  private long nowMillis;
  private int forces;
  private @Nullable Error death;

  public SimulatedHost(long nowMillis) {
    this.nowMillis = nowMillis;
  }

  @Override
  public long nowMillis() {
    return nowMillis;
  }

  @Override
  public void post(Runnable task) {
    posted.add(task);
  }

  @Override
  public Runnable at(long atMillis, Runnable task) {
    return timers.add(atMillis, task);
  }

  /** The waiting test does the engine's work meanwhile. */
  @Override
  public <T> T await(CompletableFuture<T> answer) {
    while (!answer.isDone()) {
      posted.remove().run();
    }
    try {
      return answer.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException mine) {
        throw mine;
      }
      throw e;
    }
  }

  @Override
  public void together(List<Runnable> tasks) {
    forces += tasks.size();
    tasks.forEach(Runnable::run);
  }

  @Override
  public Runnable start(Runnable step) {
    AtomicBoolean hasReturned = new AtomicBoolean();
    Thread thread = Thread.ofVirtual().unstarted(() -> turnOf(step, hasReturned));
    thread.start();
    awaitTurn();
    return () -> {
      if (!hasReturned.get()) {
        thread.interrupt();
        awaitTurn();
      }
    };
  }

  /** A thread lives on for a moment after it has given its turn back for the last time. */
  private void turnOf(Runnable step, AtomicBoolean hasReturned) {
    try {
      step.run();
    } catch (Error e) {
      death = e;
    } finally {
      hasReturned.set(true);
      turn.release();
    }
  }

  /** The test goes on when the step returns or hangs; it dies of what the step has died of. */
  private void awaitTurn() {
    turn.acquireUninterruptibly();
    if (death != null) {
      throw death;
    }
  }

  /** How many things were forced so far. */
  public int forces() {
    return forces;
  }

  /** Called by a step: it does not return until the engine interrupts it. */
  public void hang() throws InterruptedException {
    turn.release();
    new Semaphore(0).acquire();
  }

  /** Does all there is to do now. */
  public void settle() {
    while (true) {
      if (!posted.isEmpty()) {
        posted.remove().run();
      } else if (timers.isDue(nowMillis)) {
        timers.runNext();
      } else {
        return;
      }
    }
  }

  /** Lets time pass, from one timer to the next. */
  public void pass(long millis) {
    long until = nowMillis + millis;
    settle();
    while (timers.isDue(until)) {
      nowMillis = Math.max(nowMillis, timers.nextMillis());
      settle();
    }
    nowMillis = until;
  }
}
