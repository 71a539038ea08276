package dev.roastery.simulation.broker;

import org.jspecify.annotations.Nullable;

/** Something under way that happens when the scheduler picks it; pending at most once at a time. */
abstract class Action {

  @Nullable ActionPool pool;
  int index;

  final boolean pending() {
    return pool != null;
  }

  /** Whether an alarm at the broker holds it back. */
  boolean stopsInAlarm() {
    return false;
  }

  /** Calls into a node come last in it: the node may crash, and nothing may be left half done. */
  abstract void run();

  /** What it is about, for a trace. */
  @Override
  public abstract String toString();
}
