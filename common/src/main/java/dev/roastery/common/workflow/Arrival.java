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
   * A signal from outside. Each signal ends one wait.
   *
   * @param seq of its event
   */
  record Signal(long seq, String name, String payload) implements Arrival {}

  /**
   * A fact that was recorded after the step was last called. It ends every wait for its kind.
   *
   * @param seq of its event
   */
  record OfFact(long seq, String kind) implements Arrival {}

  /** The time limit of the wait has passed. */
  record Elapsed() implements Arrival {}
}
