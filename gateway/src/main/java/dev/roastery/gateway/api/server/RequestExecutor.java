package dev.roastery.gateway.api.server;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Gives each request a virtual thread, and looks at all of them now and then: none may stall. */
public final class RequestExecutor implements Executor, AutoCloseable {

  private static final int LOOKS_PER_LIMIT = 4;

  private final HttpLimits limits;
  private final Set<ClientWait> turns = ConcurrentHashMap.newKeySet();
  private final ExecutorService requests =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("http-", 0).factory());
  private final CountDownLatch closed = new CountDownLatch(1);

  public RequestExecutor(HttpLimits limits) {
    this.limits = limits;
    Thread.ofPlatform().daemon().name("http-stalls").start(this::watch);
  }

  @Override
  public void execute(Runnable request) {
    requests.execute(() -> take(request));
  }

  private void take(Runnable request) {
    ClientWait turn = new ClientWait();
    turns.add(turn);
    turn.begin(ClientWait.Wait.HEADERS);
    try {
      ScopedValue.where(ClientWait.CURRENT, turn).run(request);
    } finally {
      turns.remove(turn);
    }
  }

  /** Requests whose first byte has come. */
  public int size() {
    return turns.size();
  }

  private void watch() {
    long shortest = Math.min(limits.headerMillisMax(), limits.stallMillisMax());
    long period = Math.clamp(shortest / LOOKS_PER_LIMIT, 10, 1_000);
    try {
      while (!closed.await(period, TimeUnit.MILLISECONDS)) {
        look();
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException("this thread must not be interrupted", e);
    }
  }

  private void look() {
    long now = System.nanoTime();
    for (ClientWait turn : turns) {
      if (turn.stalls(now, limits)) {
        Thread.startVirtualThread(turn::cut);
      }
    }
  }

  @Override
  public void close() {
    closed.countDown();
    requests.shutdown();
  }
}
