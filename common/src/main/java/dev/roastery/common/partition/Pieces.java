package dev.roastery.common.partition;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Messages that go out in this order, a piece at a time, each made when it is asked for. */
final class Pieces {

  private final List<Outbound> made = new ArrayList<>();
  private final Deque<Runnable> toMake = new ArrayDeque<>();

  void add(Outbound message) {
    made.add(message);
  }

  /** After what there is already comes what this will then {@link #add}. */
  void later(Runnable piece) {
    toMake.add(piece);
  }

  boolean hasNext() {
    return !made.isEmpty() || !toMake.isEmpty();
  }

  /** Makes and removes the next piece. The last one may turn out to be empty. */
  List<Outbound> next() {
    while (made.isEmpty() && !toMake.isEmpty()) {
      toMake.remove().run();
    }
    List<Outbound> piece = List.copyOf(made);
    made.clear();
    return piece;
  }
}
