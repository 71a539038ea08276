package dev.roastery.common.storage.s3;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Cuts the connection of a request that takes too long. The JDK has a limit for an answer, but none
 * for sending: a store that stands still and does not read would hold the sender for ever.
 */
final class StallGuard implements AutoCloseable {

  private final int limitMillis;
  private final ScheduledThreadPoolExecutor thread;

  StallGuard(int limitMillis) {
    this.limitMillis = limitMillis;
    this.thread =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("object-store-guard").factory());
    thread.setRemoveOnCancelPolicy(true);
  }

  /** Until it is closed. */
  Watch watch(HttpURLConnection connection) {
    FutureTask<Boolean> cut = new FutureTask<>(connection::disconnect, true);
    return new Watch(cut, thread.schedule(cut, limitMillis, TimeUnit.MILLISECONDS));
  }

  /** One request under watch. */
  record Watch(FutureTask<Boolean> cut, Future<?> planned) implements AutoCloseable {

    /** A connection that was cut says nothing of it, and would wait on a new one. */
    void requireWhole() throws IOException {
      if (cut.isDone()) {
        throw new IOException("it takes too long to read a request");
      }
    }

    @Override
    public void close() {
      planned.cancel(false);
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
