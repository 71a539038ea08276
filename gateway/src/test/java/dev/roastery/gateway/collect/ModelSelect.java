package dev.roastery.gateway.collect;

import static java.util.stream.Collectors.joining;

import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.language.Select;
import dev.roastery.gateway.collect.ModelExpr.Unit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Answers a SELECT the naive way, clause by clause over lists of plain objects: an oracle that
 * shares nothing with the product but the tree of the question.
 */
final class ModelSelect {

  private static final Set<String> AGGREGATES =
      Set.of("count", "sum", "avg", "min", "max", "median", "quantile");

  final Select select;
  private final Map<String, ModelTable> tables = new LinkedHashMap<>();
  private final ModelExpr exprs;

  // The question's parts, with each column named by its table.
  private final Map<String, Expr> named = new HashMap<>();
  final List<Expr> items = new ArrayList<>();
  final List<Expr> where = new ArrayList<>();
  final List<Expr> keys = new ArrayList<>();
  final List<Expr.Order> orderBy = new ArrayList<>();
  Expr having;
  Expr.Over place;

  /** Whether some row looks for a key that two rows have, and the question does not allow it. */
  private boolean ambiguous;

  ModelSelect(Select select, List<ModelTable> all) {
    this.select = select;
    add(select.from(), all);
    select.joins().forEach(join -> add(join.source(), all));
    this.exprs = new ModelExpr(tables);
    resolve();
  }

  private void add(Select.Source source, List<ModelTable> all) {
    for (ModelTable table : all) {
      if (table.name.equals(source.table().value())) {
        tables.put(source.alias().value(), table);
      }
    }
  }

  static boolean isAggregate(Expr.Call call) {
    return AGGREGATES.contains(call.function());
  }

  boolean isAmbiguous() {
    return ambiguous;
  }

  ModelExpr exprs() {
    return exprs;
  }

  // ---- names

  private void resolve() {
    for (Select.Item item : select.items()) {
      Expr resolved = resolved(item.expr(), true);
      items.add(resolved);
      named.putIfAbsent(item.as().value(), resolved);
    }
    if (select.where() != null) {
      conjuncts(resolved(select.where(), true), where);
    }
    for (Expr written : select.groupBy()) {
      Expr key = written instanceof Expr.Num at ? item(at) : resolved(written, true);
      if (!keys.contains(key)) {
        keys.add(key);
      }
    }
    having = select.having() == null ? null : resolved(select.having(), false);
    place = select.rank() == null ? null : (Expr.Over) resolved(select.rank().place(), false);
    for (Expr.Order order : select.orderBy()) {
      Expr by = order.by() instanceof Expr.Num at ? item(at) : resolved(order.by(), false);
      orderBy.add(new Expr.Order(by, order.descending()));
    }
  }

  private Expr item(Expr.Num at) {
    return items.get(at.value().intValueExact() - 1);
  }

  private static void conjuncts(Expr condition, List<Expr> all) {
    if (condition instanceof Expr.Binary(var sign, var left, var right, _)
        && sign == Expr.Sign.AND) {
      conjuncts(left, all);
      conjuncts(right, all);
    } else {
      all.add(condition);
    }
  }

  /** A name is that of a column, or of an item, which is then put in its place. */
  private Expr resolved(Expr expr, boolean columnsFirst) {
    if (expr instanceof Expr.Name name) {
      Expr.Name column = column(name);
      Expr item = name.table() == null ? named.get(name.name()) : null;
      return item == null || (columnsFirst && column != null)
          ? Objects.requireNonNull(column, name.name())
          : item;
    }
    boolean inside = expr instanceof Expr.Call call && isAggregate(call);
    return withParts(expr, part -> inside ? columnOnly(part) : resolved(part, columnsFirst));
  }

  private Expr columnOnly(Expr expr) {
    return expr instanceof Expr.Name name
        ? Objects.requireNonNull(column(name), name.name())
        : withParts(expr, this::columnOnly);
  }

  private Expr.Name column(Expr.Name name) {
    for (Map.Entry<String, ModelTable> table : tables.entrySet()) {
      boolean has =
          table.getValue().columns.stream().anyMatch(each -> each.name().equals(name.name()));
      if (has && (name.table() == null || name.table().equals(table.getKey()))) {
        return new Expr.Name(table.getKey(), name.name(), name.at());
      }
    }
    return null;
  }

  static Expr withParts(Expr expr, UnaryOperator<Expr> part) {
    return switch (expr) {
      case Expr.Unary(var sign, var of, var at) -> new Expr.Unary(sign, part.apply(of), at);
      case Expr.Binary(var sign, var left, var right, var at) ->
          new Expr.Binary(sign, part.apply(left), part.apply(right), at);
      case Expr.In(var of, var values, var not, var at) ->
          new Expr.In(part.apply(of), values.stream().map(part).toList(), not, at);
      case Expr.Between(var of, var low, var high, var not, var at) ->
          new Expr.Between(part.apply(of), part.apply(low), part.apply(high), not, at);
      case Expr.Like(var of, var pattern, var not, var at) ->
          new Expr.Like(part.apply(of), pattern, not, at);
      case Expr.IsNull(var of, var not, var at) -> new Expr.IsNull(part.apply(of), not, at);
      case Expr.Case(var whens, var otherwise, var at) ->
          new Expr.Case(
              whens.stream()
                  .map(when -> new Expr.When(part.apply(when.condition()), part.apply(when.then())))
                  .toList(),
              otherwise == null ? null : part.apply(otherwise),
              at);
      case Expr.Call(var function, var of, var distinct, var star, var at) ->
          new Expr.Call(function, of.stream().map(part).toList(), distinct, star, at);
      case Expr.Over(var call, var partitionBy, var by, var at) ->
          new Expr.Over(
              (Expr.Call) withParts(call, part),
              partitionBy.stream().map(part).toList(),
              by.stream()
                  .map(order -> new Expr.Order(part.apply(order.by()), order.descending()))
                  .toList(),
              at);
      default -> expr;
    };
  }

  static void visit(Expr expr, Consumer<Expr> each) {
    each.accept(expr);
    withParts(
        expr,
        part -> {
          visit(part, each);
          return part;
        });
  }

  private static Set<Expr.Name> names(List<Expr> all) {
    Set<Expr.Name> names = new LinkedHashSet<>();
    all.forEach(expr ->
        visit(
            expr,
            part -> {
              if (part instanceof Expr.Name name) {
                names.add(name);
              }
            }));
    return names;
  }

  private boolean isOfFrom(Expr expr) {
    String from = select.from().alias().value();
    return names(List.of(expr)).stream().allMatch(name -> from.equals(name.table()));
  }

  // ---- clauses

  /** The result as canonical CSV. */
  String answer() {
    List<Unit> units = new ArrayList<>();
    joined().forEach(row -> units.add(new Unit(List.of(row))));
    units.removeIf(unit -> !where.stream().allMatch(each -> holds(each, unit)));
    List<Unit> groups = isGrouped() ? grouped(units) : units;
    if (having != null) {
      groups.removeIf(unit -> !holds(having, unit));
    }
    windows(groups);
    if (place != null) {
      groups.removeIf(unit -> ((Number) unit.known.get(place)).longValue() > select.rank().limit());
    }
    groups.sort(order());
    StringBuilder csv = new StringBuilder();
    csv.append(select.items().stream().map(item -> item.as().value()).collect(joining(",")));
    csv.append('\n');
    int limit = select.limit() == null ? Integer.MAX_VALUE : select.limit();
    for (Unit unit : groups.subList(0, Math.min(limit, groups.size()))) {
      csv.append(
          items.stream()
              .map(item -> ModelQuery.cell(exprs.value(item, unit)))
              .collect(joining(",")));
      csv.append('\n');
    }
    return csv.toString();
  }

  private boolean holds(Expr condition, Unit unit) {
    return Boolean.TRUE.equals(exprs.value(condition, unit));
  }

  private List<Map<String, Object[]>> joined() {
    List<Expr> early = where.stream().filter(this::isOfFrom).toList();
    String from = select.from().alias().value();
    List<Map<String, Object[]>> rows = new ArrayList<>();
    for (Object[] values : tables.get(from).rows()) {
      Map<String, Object[]> row = new HashMap<>();
      row.put(from, values);
      if (early.stream().allMatch(each -> holds(each, new Unit(List.of(row))))) {
        rows.add(row);
      }
    }
    for (Select.Join join : select.joins()) {
      rows.removeIf(row -> !look(join, row));
    }
    return rows;
  }

  /** Whether the row stays. */
  private boolean look(Select.Join join, Map<String, Object[]> row) {
    String alias = join.source().alias().value();
    List<Object> wanted =
        join.on().stream().map(on -> exprs.value(column(on.left()), one(row))).toList();
    Object[] found = null;
    for (Object[] candidate : tables.get(alias).rows()) {
      Map<String, Object[]> as = Map.of(alias, candidate);
      List<Object> key =
          join.on().stream().map(on -> exprs.value(column(on.key()), one(as))).toList();
      if (!wanted.contains(null) && wanted.equals(key)) {
        ambiguous |= found != null && join.duplicates() == Select.Duplicates.FAIL;
        found = found == null ? candidate : found;
      }
    }
    row.put(alias, found);
    return found != null || !join.inner();
  }

  private static Unit one(Map<String, Object[]> row) {
    return new Unit(List.of(row));
  }

  boolean isGrouped() {
    boolean[] aggregates = {!keys.isEmpty() || having != null};
    for (Expr expr : results()) {
      visit(expr, part -> aggregates[0] |= part instanceof Expr.Call call && isAggregate(call));
    }
    return aggregates[0];
  }

  /** What is computed of groups. */
  private List<Expr> results() {
    List<Expr> all = new ArrayList<>(items);
    orderBy.forEach(order -> all.add(order.by()));
    if (place != null) {
      all.add(place);
    }
    return all;
  }

  private List<Unit> grouped(List<Unit> rows) {
    Map<List<Object>, List<Map<String, Object[]>>> groups = new LinkedHashMap<>();
    if (keys.isEmpty()) {
      groups.put(List.of(), new ArrayList<>());
    }
    for (Unit row : rows) {
      List<Object> key = new ArrayList<>();
      keys.forEach(each -> key.add(exprs.value(each, row)));
      groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(row.rows.getFirst());
    }
    List<Unit> units = new ArrayList<>();
    groups.forEach((key, members) -> {
      Unit unit = new Unit(members);
      for (int at = 0; at < key.size(); at++) {
        unit.known.put(keys.get(at), key.get(at));
      }
      units.add(unit);
    });
    return units;
  }

  // ---- windows

  private void windows(List<Unit> groups) {
    Set<Expr.Over> windows = new LinkedHashSet<>();
    results()
        .forEach(expr ->
            visit(
                expr,
                part -> {
                  if (part instanceof Expr.Over over) {
                    windows.add(over);
                  }
                }));
    for (Expr.Over window : windows) {
      Map<List<Object>, List<Unit>> partitions = new LinkedHashMap<>();
      for (Unit unit : groups) {
        List<Object> key = new ArrayList<>();
        window.partitionBy().forEach(each -> key.add(exprs.value(each, unit)));
        partitions.computeIfAbsent(key, _ -> new ArrayList<>()).add(unit);
      }
      partitions.values().forEach(partition -> window(window, partition));
    }
  }

  private void window(Expr.Over window, List<Unit> partition) {
    if (window.call().function().equals("row_number")) {
      Comparator<Unit> order = (_, _) -> 0;
      for (Expr.Order by : window.orderBy()) {
        order = order.thenComparing(nullsLast(by));
      }
      for (Expr tie : ties()) {
        order = order.thenComparing(nullsFirst(tie));
      }
      partition.sort(order);
      for (int at = 0; at < partition.size(); at++) {
        partition.get(at).known.put(window, BigDecimal.valueOf(at + 1L));
      }
      return;
    }
    List<Object> values = new ArrayList<>();
    for (Unit unit : partition) {
      Object value = exprs.value(window.call().arguments().getFirst(), unit);
      if (value != null) {
        values.add(value);
      }
    }
    Object sum = values.isEmpty() ? null : ModelExpr.sum(values);
    partition.forEach(unit -> unit.known.put(window, sum));
  }

  /** What orders groups that are otherwise equal; of single rows all columns that matter. */
  List<Expr> ties() {
    if (isGrouped()) {
      return keys;
    }
    List<Expr> used = new ArrayList<>(results());
    where.stream().filter(each -> !isOfFrom(each)).forEach(used::add);
    select.joins().forEach(join -> join.on().forEach(on -> used.add(column(on.left()))));
    List<Expr> ties = new ArrayList<>();
    for (String alias : tables.keySet()) {
      names(used).stream().filter(name -> alias.equals(name.table())).forEach(ties::add);
    }
    return ties;
  }

  private Comparator<Unit> order() {
    Comparator<Unit> order = (_, _) -> 0;
    for (Expr.Order by : orderBy) {
      order = order.thenComparing(nullsLast(by));
    }
    List<Expr> then = new ArrayList<>();
    if (orderBy.isEmpty() && place != null) {
      then.addAll(place.partitionBy());
      then.add(place);
    }
    then.addAll(isGrouped() ? keys : items);
    for (Expr expr : then) {
      order = order.thenComparing(nullsFirst(expr));
    }
    return order;
  }

  private Comparator<Unit> nullsFirst(Expr expr) {
    return Comparator.comparing(unit -> exprs.value(expr, unit), ModelQuery::compare);
  }

  private Comparator<Unit> nullsLast(Expr.Order by) {
    Comparator<Unit> ascending = nullsFirst(by.by());
    return Comparator.<Unit, Boolean>comparing(unit -> exprs.value(by.by(), unit) == null)
        .thenComparing(by.descending() ? ascending.reversed() : ascending);
  }
}
