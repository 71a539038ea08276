package dev.roastery.common.query.plan;

import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.query.bound.BoundJoin;
import dev.roastery.common.query.bound.BoundKey;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.bound.BoundRank;
import dev.roastery.common.query.bound.Tail;
import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.JsonWriter;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Function;
import dev.roastery.common.query.language.Query;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.select.ExprBinder;
import dev.roastery.common.query.sql.SqlWriter;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.query.value.RowOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Says in words what a query does, stage by stage. */
public final class Explain {

  private static final int LABEL_WIDTH = 22;
  private static final String READS = "reads";
  private static final String WHERE = "keeps rows where";
  private static final String RESULT = "result";
  private static final Set<String> TOPICS = Set.of(READS, WHERE, RESULT);

  private final BoundQuery query;
  private final Partitions partitions;
  private final List<Step> steps = new ArrayList<>();

  /**
   * A sentence.
   *
   * @param stage a stage's name, or what else is told of: {@code reads}, {@code keeps rows where}
   *     or {@code result}
   */
  public record Step(String stage, String text) {}

  private Explain(BoundQuery query, Partitions partitions) {
    this.query = query;
    this.partitions = partitions;
  }

  public static String text(BoundQuery query, Partitions partitions) {
    StringBuilder text = new StringBuilder(query.name()).append('\n');
    Explain explain = new Explain(query, partitions);
    String before = "";
    for (Step step : explain.told()) {
      // A stage may do several things; other labels are written once.
      boolean isRepeated = step.stage().equals(before) && TOPICS.contains(before);
      String label = isRepeated ? "" : explain.label(step.stage());
      text.append("  ").append(label).repeat(' ', Math.max(1, LABEL_WIDTH - label.length()));
      text.append(step.text()).append('\n');
      before = step.stage();
    }
    return text.toString();
  }

  /** The same for a program that shows it in its own way. */
  public static List<Step> steps(BoundQuery query, Partitions partitions) {
    return new Explain(query, partitions).told();
  }

  private List<Step> told() {
    reads();
    where();
    stages();
    return List.copyOf(steps);
  }

  private String label(String stage) {
    if (TOPICS.contains(stage)) {
      return stage;
    }
    StageKind kind = partitions.pipeline().stage(stage);
    // Its sentence says how many of them there are.
    return kind.equals(StageKind.ABSOLUTE) ? kind.title() : of(kind);
  }

  private void stages() {
    Map<StageKind, Runnable> known =
        Map.of(
            StageKind.AGGREGATOR, this::aggregated,
            StageKind.MAXIMIZER, this::addedUp,
            StageKind.ABSOLUTE, this::ranked,
            StageKind.JOINER, this::joined,
            StageKind.COLLECTOR, this::result);
    for (StageKind stage : query.stages(partitions.pipeline())) {
      known.getOrDefault(stage, () -> tell(stage, "takes part")).run();
    }
  }

  private void tell(StageKind stage, String words) {
    tell(stage.name(), words);
  }

  private void tell(String stage, String words) {
    steps.add(new Step(stage, words));
  }

  private void reads() {
    tell(READS, columns(query.from(), query.reads()));
    query.joins().forEach(join -> tell(READS, columns(join.table(), join.reads())));
  }

  private static String columns(TableSpec table, List<ColumnSpec> columns) {
    String names = columns.isEmpty() ? "only counts its rows" : "";
    names += columns.stream().map(ColumnSpec::name).collect(Collectors.joining(", "));
    return table.name() + ": " + names + many(columns, table);
  }

  private static String many(List<ColumnSpec> columns, TableSpec table) {
    return " (" + columns.size() + " of " + table.columns().size() + " columns)";
  }

  private void where() {
    List<String> conditions =
        switch (query.question()) {
          case Query written -> written.where().stream().map(Explain::words).toList();
          case Select select -> words(select.where());
        };
    tell(WHERE, conditions.isEmpty() ? "anything: all rows" : conditions.getFirst());
    conditions.stream().skip(1).forEach(condition -> tell(WHERE, "and " + condition));
  }

  private static List<String> words(@Nullable Expr where) {
    return where == null
        ? List.of()
        : ExprBinder.chain(where, Expr.Sign.AND).stream().map(SqlWriter::write).toList();
  }

  private static String words(Query.Condition condition) {
    String operand = words(condition.operand());
    return switch (condition.test()) {
      case Query.Compare(var operator, var value) ->
          operand + " " + operator.sign() + " " + JsonWriter.write(value);
      case Query.In(var values) -> operand + " in " + JsonWriter.write(Json.Arr.of(values));
      case Query.Between(var low, var high) ->
          operand + " from " + JsonWriter.write(low) + " to " + JsonWriter.write(high);
      case Query.IsNull _ -> operand + " is null";
      case Query.IsNotNull _ -> operand + " is not null";
    };
  }

  private static String words(Query.Operand operand) {
    String column = operand.column().value();
    return operand.function() == Function.COLUMN
        ? column
        : operand.function().word() + "(" + column + ")";
  }

  private void aggregated() {
    String what =
        switch (query.shape()) {
          case BoundQuery.Filter _ ->
              "each row that passes: " + names(query.passed()) + ", " + afterFilter();
          case BoundQuery.Groups groups ->
              (groups.keys().isEmpty() ? "all rows in one group" : "groups by " + groupBy(groups))
                  + measures(groups);
        };
    tell(StageKind.AGGREGATOR, what);
  }

  private String afterFilter() {
    StageKind next = query.stages(partitions.pipeline()).get(1);
    return (next.isDivided() ? "to a " : "straight to the ") + next.title();
  }

  private void addedUp() {
    if (query.shape() instanceof BoundQuery.Groups groups) {
      String keys = names(groups.keys().stream().map(BoundKey::result).toList());
      String split = groups.keys().isEmpty() ? "one of them" : "by hash of (" + keys + ")";
      BoundRank rank = groups.rank();
      String best = rank == null ? "" : ", then keeps " + kept(rank);
      tell(StageKind.MAXIMIZER, split + ": merges" + best);
    }
  }

  private void ranked() {
    if (query.shape() instanceof BoundQuery.Groups groups) {
      BoundRank rank = groups.rank();
      String merged = rank == null ? "ranks all groups" : "keeps " + kept(rank);
      int count = partitions.of(StageKind.ABSOLUTE);
      tell(StageKind.ABSOLUTE, "one of " + count + ": " + merged);
    }
  }

  private String groupBy(BoundQuery.Groups groups) {
    return switch (query.question()) {
      case Query written ->
          written.groupBy().stream()
              .map(key -> named(words(key.operand()), key.as().value()))
              .collect(Collectors.joining(", "));
      case Select _ -> names(groups.keys().stream().map(BoundKey::result).toList());
    };
  }

  private static String named(String words, String name) {
    return words.equals(name) ? words : words + " as " + name;
  }

  private String measures(BoundQuery.Groups groups) {
    List<String> measures = new ArrayList<>();
    switch (query.question()) {
      case Query written -> {
        for (Query.Measure measure : written.measures()) {
          String words = measure.aggregate().word() + "(" + measure.column().value() + ")";
          measures.add(measure.name().value() + " = " + words);
        }
      }
      case Select _ -> groups.measures().forEach(measure -> measures.add(measure.name()));
    }
    return measures.isEmpty() ? "" : "; " + String.join(", ", measures);
  }

  private String kept(BoundRank rank) {
    List<ResultColumn> columns = query.passed();
    String measure = columns.get(rank.orderBy()).name();
    String first = rank.direction() == Query.Direction.ASC ? "lowest " : "highest ";
    String of =
        rank.partitionBy().isEmpty()
            ? ""
            : " of each " + names(rank.partitionBy().stream().map(columns::get).toList());
    return "the " + rank.limit() + " with the " + first + measure + of;
  }

  private void joined() {
    lookUps();
    if (query.tail() != null && query.question() instanceof Select select) {
      tail(query.tail(), select);
    }
  }

  private void lookUps() {
    List<ResultColumn> columns = query.joined();
    for (BoundJoin join : query.joins()) {
      List<String> on = new ArrayList<>();
      for (int at = 0; at < join.on().size(); at++) {
        on.add(columns.get(join.on().get(at)).name() + " = " + join.keys().get(at).name());
      }
      String taken = names(join.taken());
      String found = (taken.isEmpty() ? "nothing" : taken) + " of " + join.table().name();
      tell(
          StageKind.JOINER,
          found
              + " where "
              + String.join(" and ", on)
              + (join.inner() ? "; rows without a match are left out" : "; empty without a match"));
    }
  }

  /** What the joiner does after the joins. */
  private void tail(Tail tail, Select select) {
    Tail.Regroup regroup = tail.regroup();
    if (tail.where() != null) {
      tell(StageKind.JOINER, "keeps what fulfils the conditions on joined columns");
    }
    if (regroup != null) {
      String keys =
          regroup.keys().stream().map(Tail.Output::name).collect(Collectors.joining(", "));
      String measures =
          regroup.measures().stream()
              .map(measure -> measure.result().name())
              .collect(Collectors.joining(", "));
      tell(
          StageKind.JOINER,
          (keys.isEmpty() ? "all in one group" : "groups again by " + keys)
              + (measures.isEmpty() ? "" : "; " + measures));
    }
    if (select.having() != null) {
      tell(StageKind.JOINER, "keeps groups where " + SqlWriter.write(select.having()));
    }
    if (select.rank() != null) {
      tell(
          StageKind.JOINER,
          "keeps the first "
              + select.rank().limit()
              + " by "
              + SqlWriter.write(select.rank().place()));
    }
    if (select.limit() != null) {
      tell(StageKind.JOINER, "keeps the first " + select.limit() + " rows");
    }
  }

  private void result() {
    tell(RESULT, query.name() + ".csv: " + names(query.output()));
    if (query.tail() != null) {
      List<String> order = new ArrayList<>();
      for (RowOrder.Key key : query.tail().order().keys()) {
        boolean isSelected = key.column() < query.tail().selected();
        order.add(
            isSelected
                ? query.tail().outputs().get(key.column()).name()
                : "what is equal by its keys");
      }
      List<String> distinct = order.stream().distinct().toList();
      tell(
          RESULT,
          distinct.isEmpty() ? "one row" : "ordered by " + NameSuggestions.listed(distinct));
      return;
    }
    List<ResultColumn> columns =
        query.shape() instanceof BoundQuery.Filter ? query.output() : query.passed();
    List<String> order = new ArrayList<>();
    query.order().keys().forEach(key -> order.add(columns.get(key.column()).name()));
    tell(RESULT, order.isEmpty() ? "one row" : "ordered by " + NameSuggestions.listed(order));
  }

  private String of(StageKind stage) {
    int count = partitions.of(stage);
    return count == 1 ? stage.title() : count + " " + stage.title() + "s";
  }

  private static String names(List<ResultColumn> columns) {
    return columns.stream().map(ResultColumn::name).collect(Collectors.joining(", "));
  }
}
