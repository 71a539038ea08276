package dev.roastery.common.process.state;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * What the partitions of a process leave to others, such as deletions: a few threads, and a queue
 * with an end. Whoever finds it full does his chore himself. What is left at the end of the process
 * is cleared away by the next owner.
 */
final class Chores {

  private static final int THREADS = 4;
  private static final int WAITING_MAX = 10_000;
  private static final long IDLE_SECONDS = 10;

  private Chores() {}

  static Executor begin() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(WAITING_MAX),
            Thread.ofPlatform().daemon().name("store-chores-", 0).factory(),
            new ThreadPoolExecutor.CallerRunsPolicy());
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }
}
