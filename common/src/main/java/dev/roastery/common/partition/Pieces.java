package dev.roastery.common.partition;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Messages that go out in this order, a piece at a time, each made when it is asked for. */
final class Pieces {

  private final List<Outbound> made = new ArrayList<>();
  private final Deque<Step> toMake = new ArrayDeque<>();

  void add(Outbound message) {
    made.add(message);
  }

  /** After what there is already comes what this will then {@link #add}. */
  void later(Runnable piece) {
    toMake.add(new Step(piece, false));
  }

  /** The same of a step that may add nothing, and yet is a piece: others have their turn then. */
  void stepLater(Runnable step) {
    toMake.add(new Step(step, true));
  }

  private record Step(Runnable work, boolean isPiece) {}

  boolean hasNext() {
    return !made.isEmpty() || !toMake.isEmpty();
  }

  /** Makes and removes the next piece. It may turn out to be empty. */
  List<Outbound> next() {
    boolean isPiece = false;
    while (made.isEmpty() && !toMake.isEmpty() && !isPiece) {
      Step step = toMake.remove();
      step.work().run();
      isPiece = step.isPiece();
    }
    List<Outbound> piece = List.copyOf(made);
    made.clear();
    return piece;
  }
}
