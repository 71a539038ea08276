package dev.roastery.aggregator;

import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.Selection;
import dev.roastery.common.kernel.ValueTest;
import dev.roastery.common.kernel.expression.Evaluation;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.bound.BoundCondition;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.language.ColumnSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** The conditions of all queries of a table, as a tree: those that several begin with, once. */
final class ConditionTree {

  private final Node root = new Node(null, -1, null, List.of(), "");
  private Selection all = Selection.all(0);

  /** One condition, after all those above it. */
  private static final class Node {
    final @Nullable BoundCondition condition;
    final int column;
    final @Nullable ValueTest test;

    /** For an expression: in which column of the rows its columns are. */
    final List<Integer> reads;

    final String query;
    final List<Node> children = new ArrayList<>();
    final List<Integer> queries = new ArrayList<>();
    int[] rows = new int[0];

    Node(
        @Nullable BoundCondition condition,
        int column,
        @Nullable ValueTest test,
        List<Integer> reads,
        String query) {
      this.condition = condition;
      this.column = column;
      this.test = test;
      this.reads = reads;
      this.query = query;
    }

    /** Writes those of the first {@code count} rows of {@code in} that pass; returns how many. */
    int select(Rows all, int[] in, int count, int[] out) {
      if (condition instanceof BoundCondition.Holds holds) {
        return new Evaluation(query, view(all, reads)).select(holds.expr(), in, count, out);
      }
      return Objects.requireNonNull(test).select(all.columns().get(column), in, count, out);
    }
  }

  /** {@code columns} are those of the rows that will come; queries are called by position. */
  ConditionTree(List<BoundQuery> queries, List<ColumnSpec> columns) {
    for (int query = 0; query < queries.size(); query++) {
      Node node = root;
      for (BoundCondition condition : queries.get(query).where()) {
        node = child(node, condition, queries.get(query), columns);
      }
      node.queries.add(query);
    }
  }

  private static Node child(
      Node parent, BoundCondition condition, BoundQuery query, List<ColumnSpec> columns) {
    boolean isExpr = condition instanceof BoundCondition.Holds;
    List<Integer> reads =
        isExpr ? query.reads().stream().map(columns::indexOf).toList() : List.of();
    int column = isExpr ? -1 : columns.indexOf(query.reads().get(condition.column()));
    for (Node child : parent.children) {
      if (child.column == column
          && child.reads.equals(reads)
          && sameTest(condition, child.condition)) {
        return child;
      }
    }
    ValueTest test = isExpr ? null : ValueTest.of(condition);
    Node child = new Node(condition, column, test, reads, query.name());
    parent.children.add(child);
    return child;
  }

  /** Some columns of the rows, in another order. */
  static Rows view(Rows rows, List<Integer> columns) {
    return Batches.rows(rows.count(), columns.stream().map(rows.columns()::get).toList());
  }

  /** Queries count the column of a condition each in its own way. */
  private static boolean sameTest(BoundCondition one, @Nullable BoundCondition other) {
    return switch (one) {
      case BoundCondition.Numbers numbers ->
          other instanceof BoundCondition.Numbers that
              && numbers.reading() == that.reading()
              && numbers.ranges().equals(that.ranges());
      case BoundCondition.Texts texts ->
          other instanceof BoundCondition.Texts that && texts.ranges().equals(that.ranges());
      case BoundCondition.IsNull _ -> other instanceof BoundCondition.IsNull;
      case BoundCondition.IsNotNull _ -> other instanceof BoundCondition.IsNotNull;
      case BoundCondition.Holds holds ->
          other instanceof BoundCondition.Holds that && holds.expr().equals(that.expr());
    };
  }

  /** Calls back for each query with the rows that pass; they are valid during the call only. */
  void select(Rows rows, ObjIntConsumer<Selection> query) {
    if (all.count() < rows.count()) {
      all = Selection.all(rows.count());
    }
    visit(root, rows, new Selection(all.rows(), rows.count()), query);
  }

  private static void visit(
      Node node, Rows rows, Selection selection, ObjIntConsumer<Selection> query) {
    node.queries.forEach(number -> query.accept(selection, number));
    for (Node child : node.children) {
      if (child.rows.length < selection.count()) {
        child.rows = new int[rows.count()];
      }
      int passed = child.select(rows, selection.rows(), selection.count(), child.rows);
      visit(child, rows, new Selection(child.rows, passed), query);
    }
  }
}
