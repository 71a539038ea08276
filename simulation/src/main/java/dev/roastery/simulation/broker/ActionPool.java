package dev.roastery.simulation.broker;

import dev.roastery.common.broker.Parcel;
import java.util.Arrays;
import java.util.function.Predicate;

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

  boolean carries(Predicate<Parcel> wanted) {
    for (int i = 0; i < size; i++) {
      if (actions[i].carries(wanted)) {
        return true;
      }
    }
    return false;
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
