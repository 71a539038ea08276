package dev.roastery.common.workflow;

/**
 * A request to an execution from outside. It runs on the engine's thread against the current state,
 * and says what is to be recorded. What it throws goes to its caller, and nothing is recorded.
 */
public interface Command<S, F extends Fact, R> {

  Verdict<F, R> on(S state, long nowMillis);
}
