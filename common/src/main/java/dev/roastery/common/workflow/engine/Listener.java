package dev.roastery.common.workflow.engine;

import dev.roastery.common.workflow.ExecutionId;
import dev.roastery.common.workflow.Logged;

/** Is notified of all events, on the engine's thread: it must not block. */
public interface Listener {

  /** The event is durable. A restart does not report old events again. */
  void on(ExecutionId id, Logged event);

  /** This execution has a problem; the engine retries, or ignores the execution. */
  void trouble(ExecutionId id, String sentence);
}
