package dev.roastery.common.workflow;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** What can happen to an execution. The names are those in the log, for ever. */
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

  /** An event that changes what is to be done next. The last one of them decides it. */
  sealed interface Turn extends Event {}

  /** Always the first. */
  record ExecutionStarted(String workflow, String input) implements Turn {}

  /** An attempt at a step is about to be made, the first of a visit or one more. */
  record NodeStarted(String node, int attempt) implements Turn {}

  /** The step in hand will find this again, should it be interrupted. */
  record Checkpointed(String node, String value) implements Event {}

  /**
   * The step wants to be called again at that time, or when there is a signal of one of the names,
   * or a fact of such a kind that the step has not seen.
   */
  record NodeWaiting(String node, long untilMillis, List<String> signals) implements Turn {}

  /** The wait is over. A signal that ended it is used up. */
  record NodeWoken(String node, Arrival arrival) implements Turn {}

  /** The step has a result. */
  record NodeCompleted(String node, Outcome.Result result) implements Turn {}

  /**
   * An attempt came to nothing.
   *
   * @param retryAtMillis when there will be another; {@link #NEVER}, and the node has failed
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
   * Something has happened in the domain's own words.
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

  /** As soon as no step is in hand, the execution is ended, and compensated. */
  record CancelRequested(String reason) implements Event {}

  /** From here on there are only compensations, and then the end of this name. */
  record ExecutionFailed(String end, String reason) implements Turn {}

  /** Always the last. */
  record ExecutionCompleted(String end) implements Turn {}

  /** No further attempt. */
  long NEVER = -1;

  /** Why an attempt came to nothing. */
  enum Reason {
    /** The step threw. */
    EXCEPTION,
    /** The step did not return in time. */
    TIMEOUT,
    /** The step could not reach what it needs: not its fault, so not counted as an attempt. */
    UNREACHABLE,
    /** The process died in the middle of the step. */
    CRASHED,
    /** The last attempt that the policy allows; the detail says of what. */
    MAX_RETRIES
  }
}
