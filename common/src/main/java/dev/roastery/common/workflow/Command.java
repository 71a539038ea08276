package dev.roastery.common.workflow;

/**
 * A request to an execution from outside. It runs on the engine's thread against the current state
 * and returns the facts to record. If it throws, the caller gets the exception and nothing is
 * recorded.
 */
public interface Command<S, F extends Fact, R> {

  Verdict<F, R> on(S state, long nowMillis);
}
