package dev.roastery.common.plan;

import dev.roastery.common.plan.document.Json.Str;
import dev.roastery.common.plan.document.Problems;
import dev.roastery.common.plan.document.Words;
import dev.roastery.common.plan.value.ValueFormat;
import dev.roastery.common.wire.ColumnType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Resolves one query's names and types. It goes on after a problem, and then makes no result; what
 * depends on something unknown is not reported a second time.
 */
final class Binder {

  private final Tables tables;
  private final Query query;
  private final Problems problems;
  private final Scope scope;
  private final @Nullable TableSpec from;
  private final List<ColumnSpec> reads = new ArrayList<>();
  private final boolean namesAreKnown;

  Binder(Tables tables, QueryReader.Draft draft, Problems problems) {
    this.tables = tables;
    this.query = draft.query();
    this.problems = problems;
    this.scope = new Scope(problems);
    this.from = table(query.from());
    this.namesAreKnown = draft.namesAreKnown();
  }

  @Nullable BoundQuery bind() {
    if (from != null) {
      Set<String> used = usedColumns();
      from.columns().stream().filter(column -> used.contains(column.name())).forEach(reads::add);
    }
    List<BoundCondition> where = conditions();
    BoundQuery.Shape shape = query.filtersRows() ? filter() : groups();
    List<BoundJoin> joins = joins();
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

  private @Nullable TableSpec table(Str name) {
    TableSpec table = tables.find(name.value());
    if (table == null && !name.value().isEmpty()) {
      unknown("table", name, tables.names());
    }
    return table;
  }

  private void unknown(String what, Str name, Collection<String> allowed) {
    String instead = Words.insteadOf(name.value(), allowed);
    problems.add(name.place(), "there is no " + what + " " + Words.quoted(name.value()) + instead);
  }

  private @Nullable ColumnSpec column(TableSpec table, Str name) {
    ColumnSpec column = table.column(name.value());
    if (column == null) {
      String what = "column " + Words.quoted(name.value()) + " in table " + table.name();
      String instead = Words.insteadOf(name.value(), table.columnNames());
      problems.add(name.place(), "there is no " + what + instead);
    }
    return column;
  }

  private List<BoundCondition> conditions() {
    List<BoundCondition> conditions = new ArrayList<>();
    for (Query.Condition condition : query.where()) {
      ColumnSpec column = operand(condition.operand());
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

  /** The column, if it is there and of a type that the function takes. */
  private @Nullable ColumnSpec operand(Query.Operand operand) {
    ColumnSpec column = from == null ? null : column(from, operand.column());
    if (column == null || operand.function().accepts(column.type())) {
      return column;
    }
    problems.add(
        operand.column().place(),
        operand.function().word()
            + " is a function of a timestamp"
            + (operand.function().accepts(new ColumnType.Date()) ? " or date; " : "; ")
            + typed(column));
    return null;
  }

  private static String typed(ColumnSpec column) {
    return column.name() + " is of type " + column.format().name();
  }

  private BoundQuery.Shape filter() {
    if (query.rank() != null && namesAreKnown) {
      problems.add(query.rank().orderBy().place(), "a rank needs a measure to order groups by");
    }
    List<Integer> kept = new ArrayList<>();
    Set<String> names = keptColumns();
    for (ColumnSpec column : reads) {
      if (names.contains(column.name())) {
        kept.add(reads.indexOf(column));
        scope.add(Str.of(column.name()), column.format());
      }
    }
    return new BoundQuery.Filter(kept);
  }

  private BoundQuery.Shape groups() {
    List<BoundKey> keys = new ArrayList<>();
    for (Query.Key key : query.groupBy()) {
      ColumnSpec column = operand(key.operand());
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
    ColumnSpec column = from == null ? null : column(from, measure.column());
    if (column == null) {
      return null;
    }
    if (!aggregate.accepts(column.type())) {
      String allowed =
          aggregate.accepts(new ColumnType.Date()) ? "numbers, dates, times" : "numbers";
      String wrong = aggregate.word() + " takes " + allowed + "; " + typed(column);
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
        problems.add(name.place(), Words.quoted(name.value()) + " is there twice");
      } else if (!keys.contains(name.value()) && namesAreKnown) {
        unknown("group key", name, keys);
      }
    }
    String orderBy = rank.orderBy().value();
    if (!orderBy.isEmpty() && !measures.contains(orderBy) && namesAreKnown) {
      unknown("measure", rank.orderBy(), measures);
    }
    List<Integer> partitionBy = rank.partitionBy().stream().map(scope::find).toList();
    return new BoundRank(partitionBy, scope.find(rank.orderBy()), rank.direction(), rank.limit());
  }

  private List<BoundJoin> joins() {
    List<BoundJoin> joins = new ArrayList<>();
    for (Query.Join join : query.join()) {
      TableSpec table = table(join.table());
      int on = resultColumn(join.on());
      ColumnSpec key = table == null ? null : key(table, join, on);
      List<BoundJoin.Taken> taken = new ArrayList<>();
      for (Query.Take take : join.take()) {
        ColumnSpec column = table == null ? null : column(table, take.column());
        scope.add(take.as(), column == null ? null : column.format());
        if (column != null) {
          taken.add(new BoundJoin.Taken(column, take.as().value()));
        }
      }
      if (table != null && key != null) {
        joins.add(new BoundJoin(table, on, key, taken));
      }
    }
    return joins;
  }

  private @Nullable ColumnSpec key(TableSpec table, Query.Join join, int on) {
    ColumnSpec key = table.key() == null ? null : table.column(table.key());
    if (key == null) {
      problems.add(
          join.table().place(),
          "table " + table.name() + " has no key, so no row can be looked up in it");
    } else if (!key.name().equals(join.key().value())) {
      String pair = "{ " + Words.quoted(join.on().value()) + ": " + Words.quoted(key.name()) + " }";
      problems.add(
          join.key().place(),
          "table " + table.name() + " is looked up by its key, " + key.name() + ": write " + pair);
    } else {
      ValueFormat format = on == Scope.NONE ? null : scope.format(on);
      if (format != null && !format.equals(key.format())) {
        String types = join.on().value() + " is of type " + format.name() + ", ";
        String wrong = types + table.name() + "." + typed(key) + ": they are never equal";
        problems.add(join.on().place(), wrong);
      }
    }
    return key;
  }

  private List<Integer> select() {
    List<Integer> select = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Str name : query.select()) {
      select.add(resultColumn(name));
      if (!seen.add(name.value())) {
        problems.add(name.place(), Words.quoted(name.value()) + " is selected twice");
      }
    }
    return select;
  }

  /** The position of a column that the result has so far; NONE, and a problem, without it. */
  private int resultColumn(Str name) {
    int column = scope.find(name);
    if (column == Scope.NONE && namesAreKnown) {
      reportUnknown(name);
    }
    return column;
  }

  private void reportUnknown(Str name) {
    if (query.filtersRows()) {
      if (from != null) {
        List<String> all = new ArrayList<>(from.columnNames());
        scope.names().stream().filter(known -> !all.contains(known)).forEach(all::add);
        unknown("column", name, all);
      }
    } else if (from != null && from.column(name.value()) != null) {
      problems.add(
          name.place(),
          Words.quoted(name.value())
              + " is a column of single rows, and the rows are grouped: group by it, or measure it;"
              + " allowed: "
              + Words.listed(scope.names()));
    } else {
      unknown("column", name, scope.names());
    }
  }
}
