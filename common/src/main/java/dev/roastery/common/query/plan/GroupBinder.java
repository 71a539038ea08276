package dev.roastery.common.query.plan;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.bound.BoundKey;
import dev.roastery.common.query.bound.BoundMeasure;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.bound.BoundRank;
import dev.roastery.common.query.condition.NameResolver;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.Aggregate;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Function;
import dev.roastery.common.query.language.Query;
import dev.roastery.common.query.language.QueryReader;
import dev.roastery.common.query.language.TableSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Resolves keys, measures and rank, and puts the first two in scope. */
final class GroupBinder {

  private final QueryReader.Draft draft;
  private final Query query;
  private final @Nullable TableSpec from;
  private final List<ColumnSpec> reads;
  private final Scope scope;
  private final NameResolver names;
  private final Problems problems;

  /** {@code reads} are the columns of {@code scope}'s table that the query needs. */
  GroupBinder(QueryReader.Draft draft, List<ColumnSpec> reads, Scope scope, Problems problems) {
    this.draft = draft;
    this.query = draft.query();
    this.from = scope.from();
    this.reads = reads;
    this.scope = scope;
    this.names = scope.known();
    this.problems = problems;
  }

  BoundQuery.Shape groups() {
    List<BoundKey> keys = new ArrayList<>();
    for (Query.Key key : query.groupBy()) {
      ColumnSpec column = names.operand(from, key.operand());
      Function function = key.operand().function();
      scope.add(key.as(), column == null ? null : function.result(column.type()));
      if (column != null) {
        String name = key.as().value();
        keys.add(new BoundKey(name, function, reads.indexOf(column), column.type()));
      }
    }
    List<BoundMeasure> measures = new ArrayList<>();
    for (Query.Measure measure : query.measures()) {
      BoundMeasure bound = measure(measure);
      scope.add(measure.name(), bound == null ? null : bound.result().format());
      if (bound != null) {
        measures.add(bound);
      }
    }
    return new BoundQuery.Groups(keys, measures, rank(query.rank()));
  }

  private @Nullable BoundMeasure measure(Query.Measure measure) {
    Aggregate aggregate = measure.aggregate();
    String name = measure.name().value();
    if (measure.column().value().equals("*")) {
      if (aggregate != Aggregate.COUNT) {
        problems.add(measure.column().place(), "only count takes \"*\"; name a column");
      }
      return new BoundMeasure(name, aggregate, BoundMeasure.ROWS, new ColumnType.Whole());
    }
    ColumnSpec column = from == null ? null : names.column(from, measure.column());
    if (column == null) {
      return null;
    }
    if (!aggregate.accepts(column.type())) {
      String allowed =
          aggregate.accepts(new ColumnType.Date()) ? "numbers, dates, times" : "numbers";
      String wrong = aggregate.word() + " takes " + allowed + "; " + NameResolver.typed(column);
      problems.add(measure.column().place(), wrong);
      return null;
    }
    return new BoundMeasure(name, aggregate, reads.indexOf(column), column.type());
  }

  private @Nullable BoundRank rank(Query.@Nullable Rank rank) {
    if (rank == null) {
      return null;
    }
    List<String> keys = query.groupBy().stream().map(key -> key.as().value()).toList();
    List<String> measures = query.measures().stream().map(m -> m.name().value()).toList();
    Set<String> seen = new HashSet<>();
    for (Str name : rank.partitionBy()) {
      if (!seen.add(name.value())) {
        problems.add(name.place(), NameSuggestions.quoted(name.value()) + " is given twice");
      } else if (!keys.contains(name.value()) && draft.namesAreKnown()) {
        names.unknown("group key", name, keys);
      }
    }
    String orderBy = rank.orderBy().value();
    if (!orderBy.isEmpty() && !measures.contains(orderBy) && draft.namesAreKnown()) {
      names.unknown("measure", rank.orderBy(), measures);
    }
    List<Integer> partitionBy =
        rank.partitionBy().stream().map(key -> keys.indexOf(key.value())).toList();
    return new BoundRank(
        partitionBy, keys.size() + measures.indexOf(orderBy), rank.direction(), rank.limit());
  }
}
