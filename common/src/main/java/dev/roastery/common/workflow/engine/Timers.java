package dev.roastery.common.workflow.engine;

import java.util.PriorityQueue;

/** Tasks that a {@link Host} runs at their times, for hosts to use on one thread. */
public final class Timers {

  private record Timer(long atMillis, long nth, Runnable task) implements Comparable<Timer> {
    @Override
    public int compareTo(Timer other) {
      return atMillis == other.atMillis
          ? Long.compare(nth, other.nth)
          : Long.compare(atMillis, other.atMillis);
    }
  }

  private final PriorityQueue<Timer> queue = new PriorityQueue<>();
  private long count;

  /** Adds a task; the returned action cancels it. */
  public Runnable add(long atMillis, Runnable task) {
    Timer timer = new Timer(atMillis, count++, task);
    queue.add(timer);
    return () -> queue.remove(timer);
  }

  public int size() {
    return queue.size();
  }

  /** When the next task is due; {@link Long#MAX_VALUE} without tasks. */
  public long nextMillis() {
    return queue.isEmpty() ? Long.MAX_VALUE : queue.element().atMillis();
  }

  public boolean isDue(long nowMillis) {
    return nextMillis() <= nowMillis;
  }

  /** Runs the next task, due or not. */
  public void runNext() {
    queue.remove().task().run();
  }
}
