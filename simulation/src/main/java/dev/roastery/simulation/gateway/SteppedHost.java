package dev.roastery.simulation.gateway;

import dev.roastery.common.workflow.engine.Host;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;

/**
 * The engine's thread and those of its steps, as tasks that the schedule runs one by one: what was
 * posted in order, a step at any time after its start, a timer at any time after it is due.
 */
final class SteppedHost implements Host {

  private record Timer(long atMillis, long nth, Runnable task) implements Comparable<Timer> {
    @Override
    public int compareTo(Timer other) {
      return atMillis == other.atMillis
          ? Long.compare(nth, other.nth)
          : Long.compare(atMillis, other.atMillis);
    }
  }

  private final LongSupplier clock;
  private final SplittableRandom random;
  private final Deque<Runnable> posted = new ArrayDeque<>();
  private final List<Runnable> steps = new ArrayList<>();
  private final PriorityQueue<Timer> timers = new PriorityQueue<>();
  private long timersSet;

  SteppedHost(LongSupplier clock, SplittableRandom random) {
    this.clock = clock;
    this.random = random;
  }

  @Override
  public long nowMillis() {
    return clock.getAsLong();
  }

  @Override
  public void post(Runnable task) {
    posted.add(task);
  }

  @Override
  public Runnable at(long atMillis, Runnable task) {
    Timer timer = new Timer(atMillis, timersSet++, task);
    timers.add(timer);
    return () -> timers.remove(timer);
  }

  /** What was posted is done meanwhile; nothing else has to happen for any answer. */
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
  public Runnable start(Runnable step) {
    steps.add(step);
    return () -> {};
  }

  @Override
  public void together(List<Runnable> tasks) {
    tasks.forEach(Runnable::run);
  }

  /** Does one thing that is to be done now; false when there is none. */
  boolean work() {
    boolean due = !timers.isEmpty() && timers.element().atMillis() <= nowMillis();
    int kinds = (posted.isEmpty() ? 0 : 1) + (steps.isEmpty() ? 0 : 1) + (due ? 1 : 0);
    if (kinds == 0) {
      return false;
    }
    int kind = random.nextInt(kinds);
    if (!posted.isEmpty() && kind-- == 0) {
      posted.remove().run();
    } else if (!steps.isEmpty() && kind == 0) {
      steps.remove(random.nextInt(steps.size())).run();
    } else {
      timers.remove().task().run();
    }
    return true;
  }

  boolean idle() {
    return posted.isEmpty()
        && steps.isEmpty()
        && (timers.isEmpty() || timers.element().atMillis() > nowMillis());
  }

  /** When there is something to do again; {@link Long#MAX_VALUE} when never. */
  long nextMillis() {
    return timers.isEmpty() ? Long.MAX_VALUE : timers.element().atMillis();
  }

  @Override
  public String toString() {
    return "%d tasks, %d steps, %d timers, next in %d ms"
        .formatted(posted.size(), steps.size(), timers.size(), nextMillis() - nowMillis());
  }
}
