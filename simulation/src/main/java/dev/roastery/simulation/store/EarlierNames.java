package dev.roastery.simulation.store;

import dev.roastery.common.storage.object.ListedObject;
import dev.roastery.common.storage.object.ObjectName;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NavigableMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The last changes of names, so that lists can tell of earlier moments. */
final class EarlierNames {

  private static final int DOUBLINGS = 9;
  private static final int CHANGES_MAX = 1 << DOUBLINGS;

  /** What a name was before it changed. */
  private record Earlier(ObjectName name, @Nullable ListedObject was) {}

  private final Deque<Earlier> changes = new ArrayDeque<>();

  void changed(ObjectName name, @Nullable ListedObject was) {
    changes.addLast(new Earlier(name, was));
    if (changes.size() > CHANGES_MAX) {
      changes.removeFirst();
    }
  }

  /**
   * Turns names back to what they were some changes ago: all of them to one moment, or each to one
   * of its own.
   */
  void turnBack(NavigableMap<String, ListedObject> names, String prefix, StoreDice dice) {
    int left = dice.someUpTo(DOUBLINGS);
    boolean eachForItself = dice.coin();
    Set<String> current = new HashSet<>();
    Iterator<Earlier> latestFirst = changes.descendingIterator();
    for (; left > 0 && latestFirst.hasNext(); left--) {
      Earlier change = latestFirst.next();
      String name = change.name.text();
      if (!name.startsWith(prefix) || current.contains(name)) {
        continue;
      }
      if (eachForItself && dice.below(3) == 0) {
        current.add(name);
      } else {
        undo(names, change);
      }
    }
  }

  private static void undo(NavigableMap<String, ListedObject> names, Earlier change) {
    if (change.was == null) {
      names.remove(change.name.text());
    } else {
      names.put(change.name.text(), change.was);
    }
  }
}
