package dev.roastery.simulation.gateway;

import dev.roastery.common.workflow.engine.Host;
import dev.roastery.common.workflow.engine.Timers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;

/**
 * The engine's thread and those of its steps, as tasks that the schedule runs one by one: what was
 * posted in order, a step at any time after its start, a timer at any time after it is due.
 */
final class SteppedHost implements Host {

  private final LongSupplier clock;
  private final SplittableRandom random;
  private final Deque<Runnable> posted = new ArrayDeque<>();
  private final List<Runnable> steps = new ArrayList<>();
  private final Timers timers = new Timers();

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
    return timers.add(atMillis, task);
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
    boolean due = timers.isDue(nowMillis());
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
      timers.runNext();
    }
    return true;
  }

  boolean idle() {
    return posted.isEmpty() && steps.isEmpty() && !timers.isDue(nowMillis());
  }

  /** When there is something to do again; {@link Long#MAX_VALUE} when never. */
  long nextMillis() {
    return timers.nextMillis();
  }

  @Override
  public String toString() {
    return "%d tasks, %d steps, %d timers, next in %d ms"
        .formatted(posted.size(), steps.size(), timers.size(), nextMillis() - nowMillis());
  }
}
