package dev.roastery.common.workflow;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What ended a wait. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "what")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Arrival.Signal.class, name = "signal"),
  @JsonSubTypes.Type(value = Arrival.OfFact.class, name = "fact"),
  @JsonSubTypes.Type(value = Arrival.Elapsed.class, name = "elapsed")
})
public sealed interface Arrival {

  /**
   * A signal from outside, delivered to one wait only.
   *
   * @param seq of the event by which it came
   */
  record Signal(long seq, String name, String payload) implements Arrival {}

  /**
   * A fact that the step has not seen is on record. It ends every wait for its kind, and is in the
   * domain's state.
   *
   * @param seq of its event
   */
  record OfFact(long seq, String kind) implements Arrival {}

  /** The time is over. */
  record Elapsed() implements Arrival {}

  /** Whether it is a signal of that name. A fact is looked up in the state. */
  default boolean is(String name) {
    return this instanceof Signal signal && signal.name().equals(name);
  }
}
