package dev.roastery.common.workflow;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** What can happen to an execution. The names are in the log and never change. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Event.ExecutionStarted.class, name = "execution_started"),
  @JsonSubTypes.Type(value = Event.NodeStarted.class, name = "node_started"),
  @JsonSubTypes.Type(value = Event.Checkpointed.class, name = "checkpointed"),
  @JsonSubTypes.Type(value = Event.NodeWaiting.class, name = "node_waiting"),
  @JsonSubTypes.Type(value = Event.NodeWoken.class, name = "node_woken"),
  @JsonSubTypes.Type(value = Event.NodeCompleted.class, name = "node_completed"),
  @JsonSubTypes.Type(value = Event.NodeFailed.class, name = "node_failed"),
  @JsonSubTypes.Type(value = Event.SignalReceived.class, name = "signal_received"),
  @JsonSubTypes.Type(value = Event.FactRecorded.class, name = "fact_recorded"),
  @JsonSubTypes.Type(value = Event.CancelRequested.class, name = "cancel_requested"),
  @JsonSubTypes.Type(value = Event.ExecutionFailed.class, name = "execution_failed"),
  @JsonSubTypes.Type(value = Event.ExecutionCompleted.class, name = "execution_completed")
})
public sealed interface Event {

  /** An event that changes what the engine does next: the last one decides. */
  sealed interface Turn extends Event {}

  /** Always the first; and once more for each further run of an execution that has ended. */
  record ExecutionStarted(String workflow, String input) implements Turn {}

  /** An attempt at a step is about to begin. */
  record NodeStarted(String node, int attempt) implements Turn {}

  /** Progress that the running step saved; the next attempt reads it. */
  record Checkpointed(String node, String value) implements Event {}

  /**
   * The step waits until that time, for a signal with one of these names, or for a new fact of one
   * of these kinds.
   */
  record NodeWaiting(String node, long untilMillis, List<String> signals) implements Turn {}

  /** The wait has ended. A signal that ended it is consumed. */
  record NodeWoken(String node, Arrival arrival) implements Turn {}

  /** The step has a result. */
  record NodeCompleted(String node, Outcome.Result result) implements Turn {}

  /**
   * An attempt failed.
   *
   * @param retryAtMillis when the next attempt begins; {@link #NEVER} if the node has failed for
   *     good
   */
  record NodeFailed(String node, int attempt, Reason reason, String detail, long retryAtMillis)
      implements Turn {

    public boolean isFinal() {
      return retryAtMillis == NEVER;
    }
  }

  /** A signal from outside, kept until a node waits for it. */
  record SignalReceived(String name, String payload) implements Event {}

  /**
   * A fact of the workflow's domain.
   *
   * @param fact an object whose {@code kind} says which of the domain's facts it is
   */
  record FactRecorded(JsonNode fact) implements Event {

    public static FactRecorded of(Fact fact) {
      return new FactRecorded(EventLines.tree(fact));
    }

    public String kind() {
      return fact.path("kind").asText();
    }
  }

  /** The execution ends, and is compensated, as soon as no step is running. */
  record CancelRequested(String reason) implements Event {}

  /** The execution runs its compensations and then ends at {@code end}. */
  record ExecutionFailed(String end, String reason) implements Turn {}

  /** The end. Nothing follows, unless the execution is begun once more. */
  record ExecutionCompleted(String end) implements Turn {}

  /** No further attempt. */
  long NEVER = -1;

  /** Why an attempt failed. */
  enum Reason {
    /** The step threw. */
    EXCEPTION,
    /** The step did not return in time. */
    TIMEOUT,
    /** The network failed: this does not count as an attempt. */
    UNREACHABLE,
    /** The process died during the step. */
    CRASHED,
    /** The last attempt that the policy allows failed; the detail says why. */
    MAX_RETRIES
  }
}
