package dev.roastery.common.workflow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A graph of steps: the first node, the edges for each result, and the possible ends. */
public final class Workflow {

  /** What an end means. */
  private enum End {
    SUCCESS,
    FAILURE
  }

  private record Edge(String from, When when, String to) {}

  private final String name;
  private final String start;
  private final Map<String, WorkflowNode> nodes;

  /** The nodes and their compensations. */
  private final Map<String, WorkflowNode> places;

  private final List<Edge> edges;
  private final Map<String, String> afterFailure;
  private final Map<String, End> ends;
  private final Domain<?, ?> domain;
  private final String onFailure;
  private final String onCancel;

  private Workflow(Builder from, String start, String onFailure, String onCancel) {
    this.name = from.name;
    this.start = start;
    this.nodes = new LinkedHashMap<>(from.nodes);
    this.places =
        all(nodes.values()).collect(Collectors.toUnmodifiableMap(WorkflowNode::name, at -> at));
    this.edges = List.copyOf(from.edges);
    this.afterFailure = Map.copyOf(from.afterFailure);
    this.domain = from.domain;
    this.ends = new LinkedHashMap<>(from.ends);
    this.onFailure = onFailure;
    this.onCancel = onCancel;
  }

  public static Builder named(String name) {
    return new Builder(name);
  }

  /** The same workflow with every node changed, for a run with other policies or steps. */
  public Workflow with(UnaryOperator<WorkflowNode> change) {
    Builder changed = new Builder(name);
    changed.nodes.putAll(nodes);
    changed.nodes.replaceAll((_, node) -> changed(node, change));
    changed.edges.addAll(edges);
    changed.afterFailure.putAll(afterFailure);
    changed.domain = domain;
    changed.ends.putAll(ends);
    return new Workflow(changed, start, onFailure, onCancel);
  }

  private static WorkflowNode changed(WorkflowNode node, UnaryOperator<WorkflowNode> change) {
    WorkflowNode compensation = node.compensation();
    WorkflowNode inner =
        compensation == null ? node : node.compensatedBy(change.apply(compensation));
    return change.apply(inner);
  }

  public String name() {
    return name;
  }

  public String start() {
    return start;
  }

  /** The end of an execution whose node failed or returned an error without an edge. */
  public String onFailure() {
    return onFailure;
  }

  public String onCancel() {
    return onCancel;
  }

  public boolean isEnd(String place) {
    return ends.containsKey(place);
  }

  public boolean isSuccess(String end) {
    return ends.get(end) == End.SUCCESS;
  }

  /** The node or compensation of that name. */
  public WorkflowNode node(String wanted) {
    WorkflowNode node = places.get(wanted);
    if (node == null) {
      throw new IllegalStateException(
          "the workflow '" + name + "' has no node '" + wanted + "', but its log does");
    }
    return node;
  }

  /** The target of the first edge that accepts the result; without one, the failure end. */
  public String after(String node, Outcome.Result result) {
    return edges.stream()
        .filter(edge -> edge.from().equals(node) && edge.when().holds(result))
        .findFirst()
        .map(Edge::to)
        .orElse(onFailure);
  }

  /** The next node after one that failed for good; if empty, the execution fails. */
  public Optional<String> afterFailure(String node) {
    return Optional.ofNullable(afterFailure.get(node));
  }

  /** The domain of its executions' facts. */
  public Domain<?, ?> domain() {
    return domain;
  }

  private static Stream<WorkflowNode> all(Collection<WorkflowNode> nodes) {
    return nodes.stream()
        .flatMap(node -> {
          WorkflowNode undo = node.compensation();
          return undo == null ? Stream.of(node) : Stream.of(node, undo);
        });
  }

  /** Declares a workflow; {@link #build} refuses an incomplete graph. */
  public static final class Builder {

    private final String name;
    private final Map<String, WorkflowNode> nodes = new LinkedHashMap<>();
    private final List<Edge> edges = new ArrayList<>();
    private final Map<String, String> afterFailure = new LinkedHashMap<>();
    private final Map<String, End> ends = new LinkedHashMap<>();
    private Domain<?, ?> domain = Folded.noDomain();
    private String start = "";
    private String onFailure = "";
    private String onCancel = "";

    private Builder(String name) {
      this.name = name;
    }

    /** Adds a node. The workflow starts at the first one. */
    public Builder node(WorkflowNode node) {
      require(nodes.put(node.name(), node) == null, "has two nodes '" + node.name() + "'");
      start = start.isEmpty() ? node.name() : start;
      return this;
    }

    /** The next node after a completion that no earlier edge accepts. */
    public Builder edge(String from, String to) {
      return edge(from, When.COMPLETED, to);
    }

    public Builder edge(String from, When when, String to) {
      edges.add(new Edge(from, when, to));
      return this;
    }

    /** The next node after one that failed for good, in place of the failure end. */
    public Builder failing(String from, String to) {
      afterFailure.put(from, to);
      return this;
    }

    /** The domain of the executions' facts; without it the workflow has no facts. */
    public Builder folding(Domain<?, ?> facts) {
      domain = facts;
      return this;
    }

    /** An end without compensations. */
    public Builder success(String end) {
      ends.put(end, End.SUCCESS);
      return this;
    }

    /** An end before which everything is compensated. Failed nodes lead to the first one. */
    public Builder failure(String end) {
      ends.put(end, End.FAILURE);
      onFailure = onFailure.isEmpty() ? end : onFailure;
      return this;
    }

    /** The end of cancelled executions; by default that of failed ones. */
    public Builder cancelled(String end) {
      ends.put(end, End.FAILURE);
      onCancel = end;
      return this;
    }

    /** Refuses an incomplete graph with one sentence. */
    public Workflow build() {
      require(nodes.containsKey(start), "starts at '" + start + "', which is no node");
      require(ends.containsValue(End.SUCCESS), "has no success end");
      require(!onFailure.isEmpty(), "has no failure end");
      checkNames();
      checkEdges();
      checkReachable();
      return new Workflow(this, start, onFailure, onCancel.isEmpty() ? onFailure : onCancel);
    }

    private void checkNames() {
      Set<String> seen = new LinkedHashSet<>(ends.keySet());
      all(nodes.values())
          .forEach(node -> require(seen.add(node.name()), "has '" + node.name() + "' twice"));
    }

    private void checkEdges() {
      for (Edge edge : edges) {
        require(nodes.containsKey(edge.from()), "has an edge from '" + edge.from() + "', no node");
        require(
            nodes.containsKey(edge.to()) || ends.containsKey(edge.to()),
            "has an edge to '" + edge.to() + "', which is neither node nor end");
      }
      afterFailure.forEach((from, to) ->
          require(
              nodes.containsKey(from) && nodes.containsKey(to),
              "leads from '" + from + "', if that fails, to '" + to + "': both must be nodes"));
      for (String node : nodes.keySet()) {
        require(
            edges.stream().anyMatch(e -> e.from().equals(node) && e.when().equals(When.COMPLETED)),
            "has no edge without condition from '" + node + "'");
      }
    }

    private void checkReachable() {
      Set<String> reached = new LinkedHashSet<>();
      Deque<String> next = new ArrayDeque<>(List.of(start));
      while (!next.isEmpty()) {
        String at = next.pop();
        if (reached.add(at)) {
          for (Edge edge : edges) {
            if (edge.from().equals(at)) {
              next.push(edge.to());
            }
          }
          Optional.ofNullable(afterFailure.get(at)).ifPresent(next::push);
        }
      }
      for (String node : nodes.keySet()) {
        require(reached.contains(node), "never reaches the node '" + node + "'");
      }
      require(reached.stream().anyMatch(ends::containsKey), "never reaches an end");
    }

    private void require(boolean holds, String otherwise) {
      if (!holds) {
        throw new IllegalArgumentException("the workflow '" + name + "' " + otherwise);
      }
    }
  }
}
