package dev.roastery.common.process.state;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the partitions of a process leave to others, such as deletions: a few threads, and a queue
 * with an end. What finds no room there, or is left at the end of the process, the next owner
 * clears away.
 */
final class Chores implements Executor, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Chores.class);
  private static final int THREADS = 4;
  private static final int WAITING_MAX = 10_000;
  private static final long IDLE_SECONDS = 10;
  private static final Duration GOODBYE = Duration.ofSeconds(5);

  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(WAITING_MAX),
          Thread.ofPlatform().daemon().name("store-chores-", 0).factory(),
          (_, _) -> log.debug("no room for one more chore: the next owner does it"));

  Chores() {
    threads.allowCoreThreadTimeOut(true);
  }

  @Override
  public void execute(Runnable chore) {
    threads.execute(chore);
  }

  /** Does what waits, but not for long. */
  @Override
  public void close() {
    threads.shutdown();
    try {
      if (!threads.awaitTermination(GOODBYE.toMillis(), TimeUnit.MILLISECONDS)) {
        log.info("{} deletions are left to the next owners", threads.getQueue().size());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
