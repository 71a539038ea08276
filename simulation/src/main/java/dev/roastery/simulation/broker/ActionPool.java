package dev.roastery.simulation.broker;

import java.util.Arrays;

/** Pending actions without an order: adding, removing and picking by index take constant time. */
final class ActionPool {

  private Action[] actions = new Action[16];
  private int size;

  int size() {
    return size;
  }

  Action get(int index) {
    return actions[index];
  }

  void add(Action action) {
    if (size == actions.length) {
      actions = Arrays.copyOf(actions, 2 * size);
    }
    actions[size] = action;
    action.pool = this;
    action.index = size++;
  }

  void remove(Action action) {
    Action last = actions[--size];
    actions[action.index] = last;
    last.index = action.index;
    action.pool = null;
  }
}
