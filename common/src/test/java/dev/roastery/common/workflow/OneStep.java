package dev.roastery.common.workflow;

import java.util.ArrayList;
import java.util.List;

/**
 * Workflows of one node, "step", that end in DONE, FAILED or CANCELLED; and what their steps saw.
 */
public final class OneStep {

  private final List<String> seen = new ArrayList<>();

  public static Workflow of(WorkflowNode node) {
    return Workflow.named("one")
        .node(node)
        .edge(node.name(), "DONE")
        .success("DONE")
        .failure("FAILED")
        .cancelled("CANCELLED")
        .build();
  }

  public static Workflow of(Step step) {
    return of(WorkflowNode.named("step", step));
  }

  List<String> seen() {
    return seen;
  }

  void see(String what) {
    seen.add(what);
  }
}
