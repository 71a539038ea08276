package dev.roastery.common.workflow;

/**
 * Folds the facts of an execution into its state. The state must be immutable: the engine discards
 * a state whose facts could not be written, and any thread may read the last durable one. The fold
 * is pure: the same facts always give the same state.
 *
 * @param <S> the state of one execution
 * @param <F> the sealed type of its facts
 */
public interface Domain<S, F extends Fact> {

  Class<S> states();

  Class<F> facts();

  /** The state before the first fact. An exception refuses the execution. */
  S initial(ExecutionId id, String input);

  S apply(S state, Recorded<F> fact);

  /**
   * Whether the state includes the facts that an execution is started with. If not, a crash cut
   * them off before the start was answered, and the execution does not exist.
   */
  default boolean isBegun(S state) {
    return true;
  }
}
