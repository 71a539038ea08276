package dev.roastery.common.workflow.engine;

import dev.roastery.common.workflow.Event;
import dev.roastery.common.workflow.Event.NodeStarted;
import dev.roastery.common.workflow.Fact;
import dev.roastery.common.workflow.Folded;
import dev.roastery.common.workflow.Logged;
import dev.roastery.common.workflow.log.ExecutionState;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The next state of an execution, with the events that lead to it. It takes effect when the events
 * are durable, and is discarded if they cannot be written.
 */
final class Draft {

  private final ExecutionState state;
  private final long nowMillis;
  private Folded<?, ?> folded;
  private final List<Logged> events = new ArrayList<>();
  private @Nullable NodeStarted begun;
  private boolean ended;

  Draft(ExecutionState state, Folded<?, ?> folded, long nowMillis) {
    this.state = state.copy();
    this.folded = folded;
    this.nowMillis = nowMillis;
  }

  void add(Event event) {
    Logged logged = new Logged(state.seq() + 1, nowMillis, event);
    state.apply(logged);
    events.add(logged);
    if (event instanceof NodeStarted started) {
      begun = started;
    }
  }

  /** Adds all facts, or throws and adds none. */
  void record(List<? extends Fact> facts) {
    if (!facts.isEmpty() && state.isOver()) {
      throw new IllegalStateException("an execution that has ended accepts no facts: " + facts);
    }
    Folded<?, ?> next = folded;
    List<Event> recorded = new ArrayList<>();
    for (Fact fact : facts) {
      Event.FactRecorded event = Event.FactRecorded.of(fact);
      next = next.with(event.fact(), nowMillis);
      recorded.add(event);
    }
    folded = next;
    recorded.forEach(this::add);
  }

  /** The running attempt has ended. */
  void attemptEnded() {
    ended = true;
  }

  boolean hasEnded() {
    return ended;
  }

  ExecutionState state() {
    return state;
  }

  Folded<?, ?> folded() {
    return folded;
  }

  long nowMillis() {
    return nowMillis;
  }

  List<Logged> events() {
    return events;
  }

  /** The step to run when the events are durable. */
  @Nullable NodeStarted begun() {
    return begun;
  }
}
