package dev.roastery.simulation.broker;

import java.util.SplittableRandom;

/**
 * All pending actions. Late ones are picked now and then, so that each may take any time and yet
 * all happen at last; those that an alarm stops are not to be picked at all.
 */
final class EventScheduler {

  private static final int STEPS_PER_LATE_ONE = 32;

  private final SplittableRandom random;
  private final ActionPool prompt = new ActionPool();
  private final ActionPool late = new ActionPool();
  private final ActionPool stopped = new ActionPool();
  private boolean alarm;

  EventScheduler(SplittableRandom random) {
    this.random = random;
  }

  int size() {
    return prompt.size() + late.size();
  }

  Action get(int index) {
    return index < prompt.size() ? prompt.get(index) : late.get(index - prompt.size());
  }

  void add(Action action, boolean isLate) {
    if (!action.pending()) {
      boolean stops = alarm && action.stopsInAlarm();
      (stops ? stopped : isLate ? late : prompt).add(action);
    }
  }

  void remove(Action action) {
    if (action.pool != null) {
      action.pool.remove(action);
    }
  }

  /** Some action, by chance; there must be one. */
  Action draw() {
    boolean fromLate =
        late.size() > 0 && (prompt.size() == 0 || random.nextInt(STEPS_PER_LATE_ONE) == 0);
    ActionPool pool = fromLate ? late : prompt;
    return pool.get(random.nextInt(pool.size()));
  }

  void run(Action action) {
    remove(action);
    action.run();
  }

  boolean alarm() {
    return alarm;
  }

  void beginAlarm() {
    alarm = true;
    for (ActionPool pool : new ActionPool[] {prompt, late}) {
      for (int i = pool.size() - 1; i >= 0; i--) {
        Action action = pool.get(i);
        if (action.stopsInAlarm()) {
          pool.remove(action);
          stopped.add(action);
        }
      }
    }
  }

  void endAlarm() {
    alarm = false;
    while (stopped.size() > 0) {
      Action action = stopped.get(0);
      stopped.remove(action);
      prompt.add(action);
    }
  }
}
