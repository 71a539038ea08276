package dev.roastery.common.workflow;

/** The condition of an edge: a pure function of the result. */
public interface When {

  boolean holds(Outcome.Result result);

  /** The node completed, with any value. */
  When COMPLETED = result -> result instanceof Outcome.Completed;

  static When value(String value) {
    return result -> result.equals(Outcome.completed(value));
  }

  static When error() {
    return result -> result instanceof Outcome.ControlledError;
  }

  static When error(String code) {
    return result -> result instanceof Outcome.ControlledError error && error.code().equals(code);
  }
}
