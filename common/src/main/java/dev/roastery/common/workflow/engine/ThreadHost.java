package dev.roastery.common.workflow.engine;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * One thread for the engine and its timers, one virtual thread for each running step, and a few
 * threads that wait for the disk.
 */
public final class ThreadHost implements Host, AutoCloseable {

  /** How often the clock is read: it may be changed, and the computer may sleep. */
  private static final long LOOK_MILLIS = 500;

  private static final int DISK_THREADS = 8;

  private final InstantSource clock;
  private final Thread.UncaughtExceptionHandler death;
  private final BlockingQueue<Runnable> posted = new LinkedBlockingQueue<>();
  private final ExecutorService disk =
      Executors.newFixedThreadPool(
          DISK_THREADS, Thread.ofPlatform().daemon().name("workflow disk ", 0).factory());
  private final Thread thread;
  private volatile boolean closed;

  // Only the engine's thread uses these.
  private final Timers timers = new Timers();

  /**
   * @param death called on the engine's thread for a bug or a fatal error; it should end the
   *     process
   */
  public ThreadHost(InstantSource clock, Thread.UncaughtExceptionHandler death) {
    this.clock = clock;
    this.death = death;
    this.thread = Thread.ofPlatform().name("workflows").start(this::run);
  }

  /** Tasks that were posted before the close still run. */
  private void run() {
    try {
      while (!closed || !posted.isEmpty()) {
        Runnable task = posted.poll(closed ? 0 : pauseMillis(), TimeUnit.MILLISECONDS);
        if (task != null) {
          task.run();
        }
        runDueTimers();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("nothing should interrupt the workflows' thread", e);
    } catch (RuntimeException | Error e) {
      death.uncaughtException(thread, e);
      throw e;
    }
  }

  private long pauseMillis() {
    return Math.clamp(timers.nextMillis() - nowMillis(), 0, LOOK_MILLIS);
  }

  private void runDueTimers() {
    while (!closed && timers.isDue(nowMillis())) {
      timers.runNext();
    }
  }

  @Override
  public long nowMillis() {
    return clock.millis();
  }

  /** After the close the task does not run, as after a crash. */
  @Override
  public void post(Runnable task) {
    posted.add(task);
  }

  @Override
  public Runnable at(long atMillis, Runnable task) {
    if (!Thread.currentThread().equals(thread)) {
      throw new IllegalStateException("timers are set on the engine's thread");
    }
    return timers.add(atMillis, task);
  }

  @Override
  public <T> T await(CompletableFuture<T> answer) {
    if (Thread.currentThread().equals(thread)) {
      throw new IllegalStateException("the engine's thread would wait for itself");
    }
    while (true) {
      try {
        return answer.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException _) {
        if (!thread.isAlive() && !answer.isDone()) {
          throw new IllegalStateException("the workflows have been closed");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw (CancellationException) new CancellationException("interrupted").initCause(e);
      } catch (ExecutionException e) {
        throw thrown(e);
      }
    }
  }

  private static RuntimeException thrown(ExecutionException e) {
    return switch (e.getCause()) {
      case RuntimeException mine -> mine;
      case Error mine -> throw mine;
      case null, default -> new IllegalStateException(e);
    };
  }

  @Override
  public Runnable start(Runnable step) {
    return Thread.ofVirtual().name("workflow step").uncaughtExceptionHandler(death).start(step)
        ::interrupt;
  }

  @Override
  public void together(List<Runnable> tasks) {
    List<Future<?>> others = new ArrayList<>();
    for (int i = 1; i < tasks.size(); i++) {
      others.add(disk.submit(tasks.get(i)));
    }
    if (!tasks.isEmpty()) {
      tasks.getFirst().run();
    }
    for (Future<?> other : others) {
      try {
        other.get();
      } catch (InterruptedException | ExecutionException e) {
        throw new IllegalStateException("a task of the disk's threads failed", e);
      }
    }
  }

  /** Finishes the tasks that were posted and discards all timers. */
  @Override
  public void close() {
    closed = true;
    posted.add(() -> {});
    try {
      thread.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    disk.shutdown();
  }
}
