package dev.roastery.common.workflow;

import static dev.roastery.common.workflow.WorkflowNode.named;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A graph that could get stuck is refused when it is built, with one sentence. */
class WorkflowTest {

  private static Workflow.Builder whole() {
    return Workflow.named("w")
        .node(named("a", _ -> Outcome.completed()))
        .node(named("b", _ -> Outcome.completed()))
        .edge("a", "b")
        .success("DONE")
        .failure("FAILED");
  }

  private static void refused(Workflow.Builder builder, String sentence) {
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the workflow 'w' " + sentence);
  }

  @Test
  void aWholeGraphIsBuilt() {
    assertThat(whole().edge("b", "DONE").build().start()).isEqualTo("a");
  }

  @Test
  void aNodeThatIsNeverReachedIsRefused() {
    refused(
        whole().edge("b", "DONE").node(named("c", _ -> Outcome.completed())).edge("c", "DONE"),
        "never reaches the node 'c'");
  }

  @Test
  void aMissingEdgeIsRefused() {
    refused(whole(), "has no edge without condition from 'b'");
    refused(whole().edge("b", When.value("yes"), "DONE"), "has no edge without condition from 'b'");
  }

  @Test
  void anEdgeToOrFromNowhereIsRefused() {
    refused(whole().edge("b", "DOEN"), "has an edge to 'DOEN', which is neither node nor end");
    refused(whole().edge("b", "DONE").edge("x", "b"), "has an edge from 'x', no node");
  }

  @Test
  void aGraphWithoutAnEndIsRefused() {
    refused(whole().edge("b", "a"), "never reaches an end");
    Workflow.Builder node = Workflow.named("w").node(named("a", _ -> Outcome.completed()));
    refused(node, "has no success end");
    refused(node.success("DONE"), "has no failure end");
  }

  @Test
  void aStartThatIsNoNodeIsRefused() {
    refused(Workflow.named("w").success("DONE"), "starts at '', which is no node");
  }

  @Test
  void aDuplicateNameIsRefused() {
    WorkflowNode twice = named("c", _ -> Outcome.completed());
    refused(
        whole().edge("b", "DONE").node(twice.compensatedBy(twice)).edge("c", "DONE"),
        "has 'c' twice");
    assertThatThrownBy(() -> whole().node(named("a", _ -> Outcome.completed())))
        .hasMessage("the workflow 'w' has two nodes 'a'");
  }
}
