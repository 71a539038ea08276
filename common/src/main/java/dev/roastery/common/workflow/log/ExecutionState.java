package dev.roastery.common.workflow.log;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.roastery.common.workflow.Arrival;
import dev.roastery.common.workflow.Event.CancelRequested;
import dev.roastery.common.workflow.Event.Checkpointed;
import dev.roastery.common.workflow.Event.ExecutionCompleted;
import dev.roastery.common.workflow.Event.ExecutionFailed;
import dev.roastery.common.workflow.Event.ExecutionStarted;
import dev.roastery.common.workflow.Event.FactRecorded;
import dev.roastery.common.workflow.Event.NodeCompleted;
import dev.roastery.common.workflow.Event.NodeFailed;
import dev.roastery.common.workflow.Event.NodeStarted;
import dev.roastery.common.workflow.Event.NodeWaiting;
import dev.roastery.common.workflow.Event.NodeWoken;
import dev.roastery.common.workflow.Event.SignalReceived;
import dev.roastery.common.workflow.Event.Turn;
import dev.roastery.common.workflow.ExecutionId;
import dev.roastery.common.workflow.Logged;
import dev.roastery.common.workflow.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The fold of an execution's events. A snapshot is its fields as JSON. */
@JsonAutoDetect(fieldVisibility = Visibility.ANY)
@JsonPropertyOrder({"seq", "workflow"})
public final class ExecutionState {

  /** How often a node was entered, and what it returned when it last ended. */
  private record Visit(int nth, Outcome.@Nullable Result result) {}

  private long seq;
  private String workflow = "";
  private String input = "";
  private long createdMillis;
  private long updatedMillis;
  private Turn last = new ExecutionStarted("", "");
  private Map<String, Visit> visits = new LinkedHashMap<>(); // the last entered comes last
  private List<Arrival.Signal> signals = new ArrayList<>();
  private @Nullable Arrival arrival;
  private @Nullable String checkpoint;
  private @Nullable String cancel;
  private @Nullable String failingTo;

  /** When the step that is at its turn was last called, and what has happened of which kind. */
  @JsonIgnore private long calledSeq;

  @JsonIgnore private final Map<String, Long> lastFacts = new TreeMap<>();

  /** Another one that is equal, and goes its own way. */
  public ExecutionState copy() {
    ExecutionState copy = new ExecutionState();
    copy.seq = seq;
    copy.workflow = workflow;
    copy.input = input;
    copy.createdMillis = createdMillis;
    copy.updatedMillis = updatedMillis;
    copy.last = last;
    copy.visits = new LinkedHashMap<>(visits);
    copy.signals = new ArrayList<>(signals);
    copy.arrival = arrival;
    copy.checkpoint = checkpoint;
    copy.cancel = cancel;
    copy.failingTo = failingTo;
    copy.calledSeq = calledSeq;
    copy.lastFacts.putAll(lastFacts);
    return copy;
  }

  public void apply(Logged logged) {
    if (logged.seq() != seq + 1) {
      throw new IllegalStateException("event " + logged.seq() + " after event " + seq);
    }
    seq = logged.seq();
    updatedMillis = logged.atMillis();
    switch (logged.event()) {
      case Turn turn -> turn(turn);
      case Checkpointed event -> checkpoint = event.value();
      case SignalReceived event ->
          signals.add(new Arrival.Signal(seq, event.name(), event.payload()));
      case CancelRequested event -> cancel = event.reason();
      case FactRecorded event -> lastFacts.put(event.kind(), seq);
    }
  }

  private void turn(Turn turn) {
    switch (turn) {
      case ExecutionStarted event -> {
        workflow = event.workflow();
        input = event.input();
        createdMillis = updatedMillis;
      }
      case NodeStarted event -> start(event.node());
      case NodeWaiting _ -> arrival = null;
      case NodeWoken event -> wake(event.arrival());
      case NodeCompleted event -> {
        Visit visit = visit(event.node());
        visits.put(event.node(), new Visit(visit.nth(), event.result()));
      }
      case NodeFailed _, ExecutionCompleted _ -> {}
      case ExecutionFailed event -> failingTo = event.end();
    }
    last = turn;
  }

  /** A further attempt, and one after a wait, goes on with what the visit has. */
  private void start(String node) {
    calledSeq = seq;
    if (last instanceof NodeWoken || (last instanceof NodeFailed failed && !failed.isFinal())) {
      return;
    }
    int nth = visit(node).nth() + 1;
    visits.remove(node);
    visits.put(node, new Visit(nth, null));
    arrival = null;
    checkpoint = null;
  }

  private void wake(Arrival by) {
    arrival = by;
    if (by instanceof Arrival.Signal) {
      signals.remove(by);
    }
  }

  private Visit visit(String node) {
    return visits.getOrDefault(node, new Visit(0, null));
  }

  public Context context(ExecutionId id) {
    return new Context(id, place(), createdMillis, updatedMillis);
  }

  /** The node it is at, or the end it goes to or has reached. */
  private String place() {
    return switch (last) {
      case ExecutionStarted _ -> "";
      case NodeStarted event -> event.node();
      case NodeWaiting event -> event.node();
      case NodeWoken event -> event.node();
      case NodeCompleted event -> event.node();
      case NodeFailed event -> event.node();
      case ExecutionFailed event -> event.end();
      case ExecutionCompleted event -> event.end();
    };
  }

  public long seq() {
    return seq;
  }

  public String workflow() {
    return workflow;
  }

  public String input() {
    return input;
  }

  public Turn last() {
    return last;
  }

  public boolean isOver() {
    return last instanceof ExecutionCompleted;
  }

  public int pendingSignals() {
    return signals.size();
  }

  /**
   * The oldest signal of these names that no wait has taken; or else a fact of these kinds that has
   * been recorded since the step was called last.
   */
  public Optional<Arrival> pending(List<String> names) {
    return Stream.concat(
            signals.stream().filter(signal -> names.contains(signal.name())),
            lastFacts.entrySet().stream()
                .filter(fact -> fact.getValue() > calledSeq && names.contains(fact.getKey()))
                .map(fact -> new Arrival.OfFact(fact.getValue(), fact.getKey())))
        .map(Arrival.class::cast)
        .findFirst();
  }

  /** It is over: keeps what a look at it needs. */
  public void retire() {
    visits = new LinkedHashMap<>();
    signals = new ArrayList<>();
    lastFacts.clear();
  }

  public Optional<Outcome.Result> result(String node) {
    return Optional.ofNullable(visit(node).result());
  }

  public Map<String, Outcome.Result> results() {
    Map<String, Outcome.Result> results = new LinkedHashMap<>();
    visits.forEach((node, visit) -> {
      if (visit.result() != null) {
        results.put(node, visit.result());
      }
    });
    return results;
  }

  /** The nodes that were entered, in the order in which they last were. */
  public List<String> entered() {
    return List.copyOf(visits.keySet());
  }

  public int nthVisit(String node) {
    return visit(node).nth();
  }

  public @Nullable Arrival arrival() {
    return arrival;
  }

  public @Nullable String checkpoint() {
    return checkpoint;
  }

  /** Why it is to be cancelled. */
  public @Nullable String cancel() {
    return cancel;
  }

  /** The end that comes after the compensations, once there is no other way. */
  public @Nullable String failingTo() {
    return failingTo;
  }
}
