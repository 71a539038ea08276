package dev.roastery.common.workflow;

/**
 * What the facts of a workflow's executions add up to. The state must be immutable: the engine
 * folds facts into drafts that it drops when they cannot be written, and any thread may read the
 * last state that is safe. Pure: the same facts always give the same state.
 *
 * @param <S> the state of one execution
 * @param <F> the sealed type of its facts
 */
public interface Domain<S, F extends Fact> {

  Class<S> states();

  Class<F> facts();

  /** Before the first fact. What it throws refuses the execution. */
  S initial(ExecutionId id, String input);

  S apply(S state, Recorded<F> fact);

  /**
   * Whether the first facts are there that an execution is started with. A crash may have torn them
   * off its start, which was never answered: then there is no execution.
   */
  default boolean isBegun(S state) {
    return true;
  }
}
