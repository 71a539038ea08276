package dev.roastery.common.workflow.engine;

import dev.roastery.common.workflow.ExecutionId;
import dev.roastery.common.workflow.Logged;

/** Told of everything, on the engine's thread: it must not wait. */
public interface Listener {

  /** The event is on disk. After a restart the old ones are not told again. */
  void on(ExecutionId id, Logged event);

  /** Something is wrong with this execution, and it will be tried again, or is left alone. */
  void trouble(ExecutionId id, String sentence);
}
