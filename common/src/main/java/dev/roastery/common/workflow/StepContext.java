package dev.roastery.common.workflow;

import java.util.Optional;

/** What a step may know and do. It cannot change where the execution goes, only return. */
public interface StepContext {

  ExecutionId execution();

  String node();

  /** From 1. */
  int attempt();

  String input();

  /**
   * The same for every attempt at this visit of the node, and no other: give it to whoever must not
   * do a thing twice.
   */
  String key();

  /** What the facts add up to that were on record when this attempt began. */
  <S> S state(Domain<S, ?> domain);

  /** What a node returned when it last ended, with a value or with a controlled error. */
  Optional<Outcome.Result> result(String node);

  /** What ended the wait that this step asked for; nothing when it is called for the first time. */
  Optional<Arrival> arrival();

  /** The last checkpoint of this visit, by this attempt or an earlier one. */
  Optional<String> checkpoint();

  /** Puts on disk how far the step has come; returns when it is safe. */
  void checkpoint(String value);

  /** Whether the step should come to an end: a cancel was asked for, or its time is over. */
  boolean stopping();

  long nowMillis();

  /** The value with which a node completed; nothing when it did not, or with an error. */
  default Optional<String> value(String node) {
    return result(node)
        .flatMap(result ->
            result instanceof Outcome.Completed completed
                ? Optional.of(completed.value())
                : Optional.empty());
  }
}
