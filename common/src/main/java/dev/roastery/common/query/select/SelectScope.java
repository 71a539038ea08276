package dev.roastery.common.query.select;

import dev.roastery.common.query.condition.NameResolver;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.language.Tables;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a SELECT and the names in it. A resolved expression names each column with its
 * table, so that equal expressions mean the same.
 */
final class SelectScope {

  private final Problems problems;
  private final Map<String, TableSpec> tables = new LinkedHashMap<>();
  private final Map<String, Expr> items = new LinkedHashMap<>();
  private final String from;
  private boolean isComplete = true;

  SelectScope(Tables known, Select select, Problems problems) {
    this.problems = problems;
    this.from = select.from().alias().value();
    NameResolver names = new NameResolver(known, problems);
    add(select.from(), names);
    select.joins().forEach(join -> add(join.source(), names));
  }

  private void add(Select.Source source, NameResolver names) {
    TableSpec table = names.table(source.table());
    Str alias = source.alias();
    if (table == null) {
      isComplete = false;
    } else if (tables.put(alias.value(), table) != null) {
      problems.add(
          alias.place(),
          "two tables are called "
              + NameSuggestions.quoted(alias.value())
              + ": give one another name, as in \"join items as other\"");
    }
  }

  /** Whether all tables are known. */
  boolean isComplete() {
    return isComplete;
  }

  TableSpec table(String alias) {
    TableSpec table = tables.get(alias);
    if (table == null) {
      throw new IllegalArgumentException("no table " + alias);
    }
    return table;
  }

  /** Makes the results' names known to the clauses that may use them. */
  void addItem(Select.Item item, Expr resolved) {
    items.putIfAbsent(item.as().value(), resolved);
  }

  @Nullable Expr item(String name) {
    return items.get(name);
  }

  boolean isFrom(Expr.Name name) {
    return from.equals(name.table());
  }

  /** The column of a resolved name. */
  ColumnSpec column(Expr.Name name) {
    ColumnSpec column = table(String.valueOf(name.table())).column(name.name());
    if (column == null) {
      throw new IllegalArgumentException("no column " + name);
    }
    return column;
  }

  /** With each column named by its table; a name that is none becomes null, and is a problem. */
  Expr columns(Expr expr) {
    return mapped(expr, part -> part instanceof Expr.Name name ? column(name, false) : part);
  }

  /** The same, where the name of a result means that result, unless it is within a measure. */
  Expr columnsOrItems(Expr expr, boolean columnsFirst) {
    return switch (expr) {
      case Expr.Name name -> columnOrItem(name, columnsFirst);
      case Expr.Call call when ExprBinder.isAggregate(call) -> aggregate(call, columnsFirst);
      case Expr.Over over ->
          new Expr.Over(
              (Expr.Call) withArguments(over.call(), columnsFirst),
              over.partitionBy().stream().map(key -> columnsOrItems(key, columnsFirst)).toList(),
              over.orderBy().stream()
                  .map(by -> new Expr.Order(columnsOrItems(by.by(), columnsFirst), by.descending()))
                  .toList(),
              over.at());
      default -> roundedOnce(ofParts(expr, part -> columnsOrItems(part, columnsFirst)));
    };
  }

  /** An average that is rounded to a number of digits is not first rounded to its own. */
  private static Expr roundedOnce(Expr expr) {
    if (expr instanceof Expr.Call call
        && (call.function().equals("round") || call.function().equals("cast"))
        && call.arguments().getFirst() instanceof Expr.Call average
        && average.function().equals("avg")) {
      List<Expr> arguments = new ArrayList<>(call.arguments());
      arguments.set(
          0,
          new Expr.Binary(
              Expr.Sign.DIVIDED,
              GroupedSelect.renamed(average, "sum"),
              GroupedSelect.renamed(average, "count"),
              average.at()));
      return new Expr.Call(call.function(), arguments, call.distinct(), call.star(), call.at());
    }
    return expr;
  }

  private Expr withArguments(Expr.Call call, boolean columnsFirst) {
    return ofParts(call, part -> columnsOrItems(part, columnsFirst));
  }

  /** {@code sum(sum(x)) over ()}: the inner one is the measure. */
  private Expr aggregate(Expr.Call call, boolean columnsFirst) {
    boolean isNested = call.arguments().stream().anyMatch(SelectScope::hasAggregate);
    return isNested ? withArguments(call, columnsFirst) : columns(call);
  }

  private Expr columnOrItem(Expr.Name name, boolean columnsFirst) {
    Expr item = name.table() == null ? item(name.name()) : null;
    if (item == null || (columnsFirst && isColumn(name))) {
      return column(name, true);
    }
    return item;
  }

  private boolean isColumn(Expr.Name name) {
    return tables.values().stream().anyMatch(table -> table.column(name.name()) != null);
  }

  private Expr column(Expr.Name name, boolean orItem) {
    String table = name.table();
    if (table != null && !tables.containsKey(table)) {
      if (isComplete) {
        problems.add(
            name.at().place(),
            "there is no table "
                + NameSuggestions.quoted(table)
                + " in this query"
                + NameSuggestions.insteadOf(table, tables.keySet()));
      }
      return new Expr.Null(name.at());
    }
    List<String> having =
        tables.keySet().stream()
            .filter(alias -> table == null || alias.equals(table))
            .filter(alias -> table(alias).column(name.name()) != null)
            .toList();
    if (having.size() == 1) {
      return new Expr.Name(having.getFirst(), name.name(), name.at());
    }
    if (having.size() > 1) {
      problems.add(
          name.at().place(),
          "%s is a column of %s: write %s.%s"
              .formatted(
                  NameSuggestions.quoted(name.name()),
                  String.join(" and ", having),
                  having.getFirst(),
                  name.name()));
    } else if (isComplete) {
      Set<String> all = new LinkedHashSet<>(orItem ? items.keySet() : Set.of());
      tables.forEach((alias, spec) -> {
        if (table == null || alias.equals(table)) {
          all.addAll(spec.columnNames());
        }
      });
      problems.add(
          name.at().place(),
          "there is no column "
              + NameSuggestions.quoted(name.name())
              + NameSuggestions.insteadOf(name.name(), all));
    }
    return new Expr.Null(name.at());
  }

  // ---- walking expressions

  /** The parts of an expression replaced, each by what the function makes of it. */
  static Expr ofParts(Expr expr, UnaryOperator<Expr> part) {
    return switch (expr) {
      case Expr.Name _, Expr.Num _, Expr.Text _, Expr.Truth _, Expr.Null _ -> expr;
      case Expr.Unary(var sign, var of, var at) -> new Expr.Unary(sign, part.apply(of), at);
      case Expr.Binary(var sign, var left, var right, var at) ->
          new Expr.Binary(sign, part.apply(left), part.apply(right), at);
      case Expr.In(var of, var values, var not, var at) ->
          new Expr.In(part.apply(of), all(values, part), not, at);
      case Expr.Between(var of, var low, var high, var not, var at) ->
          new Expr.Between(part.apply(of), part.apply(low), part.apply(high), not, at);
      case Expr.Like(var of, var pattern, var not, var at) ->
          new Expr.Like(part.apply(of), part.apply(pattern), not, at);
      case Expr.IsNull(var of, var not, var at) -> new Expr.IsNull(part.apply(of), not, at);
      case Expr.Case(var whens, var otherwise, var at) ->
          new Expr.Case(
              whens.stream()
                  .map(when -> new Expr.When(part.apply(when.condition()), part.apply(when.then())))
                  .toList(),
              otherwise == null ? null : part.apply(otherwise),
              at);
      case Expr.Call(var function, var arguments, var distinct, var star, var at) ->
          new Expr.Call(function, all(arguments, part), distinct, star, at);
      case Expr.Over(var call, var partitionBy, var orderBy, var at) ->
          new Expr.Over(
              (Expr.Call) ofParts(call, part),
              all(partitionBy, part),
              orderBy.stream()
                  .map(by -> new Expr.Order(part.apply(by.by()), by.descending()))
                  .toList(),
              at);
    };
  }

  private static List<Expr> all(List<Expr> exprs, UnaryOperator<Expr> part) {
    return exprs.stream().map(part).toList();
  }

  /** Leaves first. */
  private static Expr mapped(Expr expr, UnaryOperator<Expr> each) {
    return each.apply(ofParts(expr, part -> mapped(part, each)));
  }

  /** Visits an expression and all that it is made of. */
  static void visit(Expr expr, Consumer<Expr> each) {
    each.accept(expr);
    var _ =
        ofParts(
            expr,
            part -> {
              visit(part, each);
              return part;
            });
  }

  static boolean hasAggregate(Expr expr) {
    boolean[] found = new boolean[1];
    visit(expr, part -> found[0] |= part instanceof Expr.Call call && ExprBinder.isAggregate(call));
    return found[0];
  }

  /** The columns that expressions name, each once. */
  static Set<Expr.Name> names(List<Expr> exprs) {
    Set<Expr.Name> names = new LinkedHashSet<>();
    for (Expr expr : exprs) {
      visit(
          expr,
          part -> {
            if (part instanceof Expr.Name name) {
              names.add(name);
            }
          });
    }
    return names;
  }

  /** Whether an expression needs nothing but the table that is read. */
  boolean isOfFrom(Expr expr) {
    return names(List.of(expr)).stream().allMatch(this::isFrom);
  }

  /** The tables, by the names that the query gives them, which expressions need. */
  Set<String> aliases(List<Expr> exprs) {
    Set<String> aliases = new HashSet<>();
    names(exprs).forEach(name -> aliases.add(String.valueOf(name.table())));
    return aliases;
  }

  /** All of the lists in one. */
  @SafeVarargs
  static List<Expr> together(List<? extends Expr>... lists) {
    List<Expr> all = new ArrayList<>();
    for (List<? extends Expr> list : lists) {
      all.addAll(list);
    }
    return all;
  }
}
