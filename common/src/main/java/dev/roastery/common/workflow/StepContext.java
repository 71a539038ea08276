package dev.roastery.common.workflow;

import java.util.Optional;

/** What a step can read and do. Only what it returns decides where the execution goes. */
public interface StepContext {

  ExecutionId execution();

  String node();

  /** From 1. */
  int attempt();

  String input();

  /**
   * The same for every attempt at this visit of the node, and for no other visit: pass it to
   * services that must not execute a request twice.
   */
  String key();

  /** The state of the facts that were recorded when this attempt began. */
  <S> S state(Domain<S, ?> domain);

  /** The result with which a node last ended. */
  Optional<Outcome.Result> result(String node);

  /** What ended the wait that this step asked for; empty in the first call. */
  Optional<Arrival> arrival();

  /** The last checkpoint of this visit, by this attempt or an earlier one. */
  Optional<String> checkpoint();

  /** Saves the step's progress; returns when it is durable. */
  void checkpoint(String value);

  /** Whether the step should end: it was cancelled, or its time-out has passed. */
  boolean stopping();

  long nowMillis();
}
