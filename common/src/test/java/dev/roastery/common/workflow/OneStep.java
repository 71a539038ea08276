package dev.roastery.common.workflow;

import java.util.ArrayList;
import java.util.List;

/**
 * Workflows of one node, "step", that end in DONE, FAILED or CANCELLED; and what their steps saw.
 */
final class OneStep {

  private final List<String> seen = new ArrayList<>();

  static Workflow of(Node node) {
    return Workflow.named("one")
        .node(node)
        .edge(node.name(), "DONE")
        .success("DONE")
        .failure("FAILED")
        .cancelled("CANCELLED")
        .build();
  }

  static Workflow of(Step step) {
    return of(Node.named("step", step));
  }

  List<String> seen() {
    return seen;
  }

  void see(String what) {
    seen.add(what);
  }
}
