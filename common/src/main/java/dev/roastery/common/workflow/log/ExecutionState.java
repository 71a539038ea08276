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

/** The state that an execution's events fold into. A snapshot is its fields as JSON. */
@JsonAutoDetect(fieldVisibility = Visibility.ANY)
@JsonPropertyOrder({"seq", "workflow"})
public final class ExecutionState {

  /** How often a node was entered, and its last result. */
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

  /** The event at which the current step was last called, and the last fact of each kind. */
  @JsonIgnore private long calledSeq;

  @JsonIgnore private final Map<String, Long> lastFacts = new TreeMap<>();

  /** An independent copy. */
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
      case ExecutionStarted event -> begin(event);
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

  /** Nothing of an earlier run counts. */
  private void begin(ExecutionStarted event) {
    if (seq == 1) {
      createdMillis = updatedMillis;
    }
    workflow = event.workflow();
    input = event.input();
    retire();
    arrival = null;
    checkpoint = null;
    cancel = null;
    failingTo = null;
    calledSeq = seq;
  }

  /** A retry, or a call after a wait, continues the same visit. */
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

  /** The current node, or the end that it is going to or has reached. */
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
   * The oldest unused signal with one of these names; otherwise a fact of one of these kinds that
   * was recorded after the step was last called.
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

  /** Releases what an execution that has ended no longer needs. */
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

  /** The nodes that were entered, in the order of their last visits. */
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

  /** The reason of a requested cancel. */
  public @Nullable String cancel() {
    return cancel;
  }

  /** The failure end that the execution is going to after its compensations. */
  public @Nullable String failingTo() {
    return failingTo;
  }
}
