package dev.roastery.common.workflow;

import java.time.InstantSource;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One thread for the engine and its timers, one virtual thread for each step in hand. */
public final class ThreadHost implements Host, AutoCloseable {

  private final InstantSource clock;
  private final Thread.UncaughtExceptionHandler death;
  private final ScheduledThreadPoolExecutor loop;
  private volatile @Nullable Thread thread;

  /**
   * @param death gets what the engine's thread or a step's did not expect; it must end the process
   */
  public ThreadHost(InstantSource clock, Thread.UncaughtExceptionHandler death) {
    this.clock = clock;
    this.death = death;
    this.loop = new ScheduledThreadPoolExecutor(1, this::named);
    loop.setRemoveOnCancelPolicy(true);
    loop.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  private Thread named(Runnable work) {
    Thread created = new Thread(work, "workflows");
    thread = created;
    return created;
  }

  @Override
  public long nowMillis() {
    return clock.millis();
  }

  /** After the close it comes to nothing, as after a crash. */
  @Override
  public void post(Runnable task) {
    try {
      loop.execute(() -> guarded(task));
    } catch (RejectedExecutionException e) {
      if (!loop.isShutdown()) {
        throw e;
      }
    }
  }

  @Override
  public Runnable at(long atMillis, Runnable task) {
    long delay = Math.max(0, atMillis - nowMillis());
    Future<?> timer = loop.schedule(() -> guarded(task), delay, TimeUnit.MILLISECONDS);
    return () -> timer.cancel(false);
  }

  /** An executor keeps to itself what its tasks throw. */
  private void guarded(Runnable task) {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      death.uncaughtException(Thread.currentThread(), e);
      throw e;
    }
  }

  @Override
  public <T> T call(Supplier<T> task) {
    if (Thread.currentThread().equals(thread)) {
      return task.get();
    }
    try {
      return loop.submit(task::get).get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (CancellationException) new CancellationException("interrupted").initCause(e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException mine -> throw mine;
        case Error mine -> throw mine;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public Runnable start(Runnable step) {
    return Thread.ofVirtual().name("workflow step").uncaughtExceptionHandler(death).start(step)
        ::interrupt;
  }

  /** What is begun on the engine's thread is finished; timers are forgotten. */
  @Override
  public void close() {
    loop.close();
  }
}
