package dev.roastery.common.workflow;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A named step with its policies.
 *
 * @param compensation what undoes it
 * @param when whether to compensate, given the node's last result; the result is empty if the node
 *     was started and its end is not known
 */
public record WorkflowNode(
    String name,
    Step step,
    Retry retry,
    long timeoutMillis,
    @Nullable WorkflowNode compensation,
    Predicate<Optional<Outcome.Result>> when) {

  /** A node with the standard retries and a minute's time-out. An error is not compensated. */
  public static WorkflowNode named(String name, Step step) {
    return new WorkflowNode(
        name,
        step,
        Retry.standard(),
        60_000,
        null,
        result -> !(result.orElse(null) instanceof Outcome.ControlledError));
  }

  public WorkflowNode retrying(Retry policy) {
    return new WorkflowNode(name, step, policy, timeoutMillis, compensation, when);
  }

  public WorkflowNode within(Duration timeout) {
    return new WorkflowNode(name, step, retry, timeout.toMillis(), compensation, when);
  }

  public WorkflowNode compensatedBy(WorkflowNode undo) {
    return new WorkflowNode(name, step, retry, timeoutMillis, undo, when);
  }

  public WorkflowNode compensatedWhen(Predicate<Optional<Outcome.Result>> condition) {
    return new WorkflowNode(name, step, retry, timeoutMillis, compensation, condition);
  }
}
