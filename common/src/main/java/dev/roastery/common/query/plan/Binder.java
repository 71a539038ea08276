package dev.roastery.common.query.plan;

import dev.roastery.common.query.bound.BoundCondition;
import dev.roastery.common.query.bound.BoundJoin;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.condition.ConditionBinder;
import dev.roastery.common.query.condition.NameResolver;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Query;
import dev.roastery.common.query.language.QueryReader;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.language.Tables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Resolves one query's names and types. It continues after a problem, but then has no result; a
 * problem that only follows from an unknown name is not reported again.
 */
final class Binder {

  private final QueryReader.Draft draft;
  private final Query query;
  private final Problems problems;
  private final NameResolver names;
  private final @Nullable TableSpec from;
  private final Scope scope;
  private final List<ColumnSpec> reads = new ArrayList<>();

  Binder(Tables tables, QueryReader.Draft draft, Problems problems) {
    this.draft = draft;
    this.query = draft.query();
    this.problems = problems;
    this.names = new NameResolver(tables, problems);
    this.from = names.table(query.from());
    this.scope = new Scope(draft, from, names, problems);
  }

  @Nullable BoundQuery bind() {
    if (from != null) {
      Set<String> used = usedColumns();
      from.columns().stream().filter(column -> used.contains(column.name())).forEach(reads::add);
    }
    List<BoundCondition> where = conditions();
    BoundQuery.Shape shape =
        query.filtersRows() ? filter() : new GroupBinder(draft, reads, scope, problems).groups();
    List<BoundJoin> joins = new JoinBinder(names, scope, problems).joins(query.join());
    List<Integer> select = select();
    return from == null || !problems.none()
        ? null
        : new BoundQuery(query, from, reads, where, shape, joins, select);
  }

  /** The names by which the query means columns of its table; some may not exist. */
  private Set<String> usedColumns() {
    Set<String> used = new HashSet<>();
    query.where().forEach(condition -> used.add(condition.operand().column().value()));
    query.groupBy().forEach(key -> used.add(key.operand().column().value()));
    query.measures().forEach(measure -> used.add(measure.column().value()));
    if (query.filtersRows()) {
      used.addAll(keptColumns());
    }
    return used;
  }

  private Set<String> keptColumns() {
    Set<String> kept = new HashSet<>();
    query.select().forEach(name -> kept.add(name.value()));
    query.join().forEach(join -> kept.add(join.on().value()));
    return kept;
  }

  private List<BoundCondition> conditions() {
    List<BoundCondition> conditions = new ArrayList<>();
    for (Query.Condition condition : query.where()) {
      ColumnSpec column = names.operand(from, condition.operand());
      BoundCondition bound =
          column == null
              ? null
              : new ConditionBinder(problems).bind(condition, column, reads.indexOf(column));
      if (bound != null) {
        conditions.add(bound);
      }
    }
    return conditions;
  }

  private BoundQuery.Shape filter() {
    if (query.rank() != null && draft.namesAreKnown()) {
      problems.add(query.rank().orderBy().place(), "a rank needs a measure to order groups by");
    }
    List<Integer> kept = new ArrayList<>();
    Set<String> mentioned = keptColumns();
    for (ColumnSpec column : reads) {
      if (mentioned.contains(column.name())) {
        kept.add(reads.indexOf(column));
        scope.add(Str.of(column.name()), column.format());
      }
    }
    return new BoundQuery.Filter(kept);
  }

  private List<Integer> select() {
    List<Integer> select = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Str name : query.select()) {
      select.add(scope.find(name));
      if (!seen.add(name.value())) {
        problems.add(name.place(), NameSuggestions.quoted(name.value()) + " is selected twice");
      }
    }
    return select;
  }
}
