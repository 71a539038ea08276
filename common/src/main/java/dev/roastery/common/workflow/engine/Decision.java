package dev.roastery.common.workflow.engine;

import dev.roastery.common.workflow.Arrival;
import dev.roastery.common.workflow.Event;
import dev.roastery.common.workflow.Event.ExecutionCompleted;
import dev.roastery.common.workflow.Event.ExecutionFailed;
import dev.roastery.common.workflow.Event.ExecutionStarted;
import dev.roastery.common.workflow.Event.NodeCompleted;
import dev.roastery.common.workflow.Event.NodeFailed;
import dev.roastery.common.workflow.Event.NodeStarted;
import dev.roastery.common.workflow.Event.NodeWaiting;
import dev.roastery.common.workflow.Event.NodeWoken;
import dev.roastery.common.workflow.Event.Reason;
import dev.roastery.common.workflow.Retry;
import dev.roastery.common.workflow.Workflow;
import dev.roastery.common.workflow.WorkflowNode;
import dev.roastery.common.workflow.log.ExecutionState;
import java.util.Optional;

/**
 * What to do with an execution that has no running step, by its last turn.
 *
 * <pre>
 *  last turn                        and                          what to do
 *  -------------------------------  ---------------------------  --------------------------------
 *  any but execution_completed      a cancel, not failing yet    execution_failed(cancelled)
 *  execution_started                                             start the first node
 *  node_started                     attempts left                node_failed(crashed), retry
 *                                   none left                    node_failed(max_retries)
 *  node_waiting                     a signal that it waits for   node_woken(signal)
 *                                   a fact that it has not seen  node_woken(fact)
 *                                   its time has passed          node_woken(elapsed)
 *                                   neither                      sleep until then
 *  node_woken                                                    start the node again
 *  node_completed                   leads to a node              start it
 *                                   to a success end             execution_completed
 *                                   to a failure end             execution_failed
 *  node_failed, to be retried       the time has come            start it again
 *                                   not yet                      sleep until then
 *  node_failed for good             leads to a node              start it
 *                                   else                         execution_failed
 *  execution_failed, or the end of  something is left to undo    start the compensation of what
 *  a node after it                                               was entered last
 *                                   nothing is left              execution_completed
 *  execution_completed                                           nothing
 * </pre>
 */
sealed interface Decision {

  /** Append this event. After a {@link NodeStarted} the step runs. */
  record Append(Event event) implements Decision {}

  /** Do nothing before that time, or a signal or fact. */
  record Sleep(long untilMillis) implements Decision {}

  /** Do nothing, unless the execution is begun once more. */
  record Over() implements Decision {}

  static Decision of(Workflow workflow, ExecutionState state, long nowMillis) {
    return new Strategy(workflow, state, nowMillis).decide();
  }

  /** The table above. */
  record Strategy(Workflow workflow, ExecutionState state, long nowMillis) {

    private Decision decide() {
      String cancel = state.cancel();
      if (cancel != null && !isFailing() && !state.isOver()) {
        return fail(workflow.onCancel(), "cancelled: " + cancel);
      }
      return switch (state.last()) {
        case ExecutionStarted _ -> start(workflow.start(), 1);
        case NodeStarted begun -> crashed(begun);
        case NodeWaiting waiting -> awaited(waiting);
        case NodeWoken woken -> start(woken.node(), 1);
        case NodeCompleted completed -> isFailing() ? compensate() : route(completed);
        case NodeFailed failed -> failed.isFinal() ? failed(failed) : retry(failed);
        case ExecutionFailed _ -> compensate();
        case ExecutionCompleted _ -> new Over();
      };
    }

    private boolean isFailing() {
      return state.failingTo() != null;
    }

    private static Decision start(String node, int attempt) {
      return new Append(new NodeStarted(node, attempt));
    }

    private static Decision fail(String end, String reason) {
      return new Append(new ExecutionFailed(end, reason));
    }

    private Decision crashed(NodeStarted begun) {
      Retry retry = workflow.node(begun.node()).retry();
      return new Append(retry.after(begun, Reason.CRASHED, "the process died", nowMillis));
    }

    private Decision awaited(NodeWaiting waiting) {
      Optional<Arrival> came = state.pending(waiting.signals());
      if (came.isPresent()) {
        return new Append(new NodeWoken(waiting.node(), came.get()));
      }
      return nowMillis >= waiting.untilMillis()
          ? new Append(new NodeWoken(waiting.node(), new Arrival.Elapsed()))
          : new Sleep(waiting.untilMillis());
    }

    private Decision route(NodeCompleted completed) {
      String to = workflow.after(completed.node(), completed.result());
      if (!workflow.isEnd(to)) {
        return start(to, 1);
      }
      return workflow.isSuccess(to)
          ? new Append(new ExecutionCompleted(to))
          : fail(to, completed.node() + ": " + completed.result().words());
    }

    private Decision failed(NodeFailed failed) {
      if (isFailing()) {
        return compensate();
      }
      return workflow
          .afterFailure(failed.node())
          .map(next -> start(next, 1))
          .orElseGet(() -> fail(workflow.onFailure(), failed.node() + ": " + failed.detail()));
    }

    private Decision retry(NodeFailed failed) {
      if (nowMillis < failed.retryAtMillis()) {
        return new Sleep(failed.retryAtMillis());
      }
      boolean counted = failed.reason() != Reason.UNREACHABLE;
      return start(failed.node(), failed.attempt() + (counted ? 1 : 0));
    }

    /** A compensation that fails is recorded as failed; the others still run. */
    private Decision compensate() {
      return state.entered().reversed().stream()
          .map(workflow::node)
          .filter(node -> node.when().test(state.result(node.name())))
          .map(WorkflowNode::compensation)
          .filter(undo -> undo != null && state.nthVisit(undo.name()) == 0)
          .findFirst()
          .map(undo -> start(undo.name(), 1))
          .orElseGet(() -> new Append(new ExecutionCompleted(String.valueOf(state.failingTo()))));
    }
  }
}
