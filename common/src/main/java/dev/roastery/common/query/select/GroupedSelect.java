package dev.roastery.common.query.select;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.bound.BoundCondition;
import dev.roastery.common.query.bound.BoundExpr;
import dev.roastery.common.query.bound.BoundJoin;
import dev.roastery.common.query.bound.BoundKey;
import dev.roastery.common.query.bound.BoundMeasure;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.bound.BoundRank;
import dev.roastery.common.query.bound.Tail;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.expression.At;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.language.Aggregate;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Function;
import dev.roastery.common.query.language.Limits;
import dev.roastery.common.query.language.Query.Direction;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.sql.SqlWriter;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.query.value.ValueFormat;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A SELECT with groups. If its keys and measures need nothing but the table that is read, they are
 * the groups of the first stages, which also rank them. Otherwise those group by all that is needed
 * later ({@code atoms}), the tables are looked up for these fewer rows, and the tail groups again:
 * exact, because sums and counts add up, whatever was grouped before.
 */
final class GroupedSelect {

  private static final int MILLION = 1_000_000;
  private static final Expr ROWS = new Expr.Call("count", List.of(), false, true, At.NOWHERE);

  /** The second column of a sum that will be added to others; no expression is called so. */
  private static final Expr WRAPS = new Expr.Call("sum wraps", List.of(), false, true, At.NOWHERE);

  private final SelectBinder binder;
  private final Select select;
  private final SelectScope scope;
  private final Problems problems;
  private final List<Expr> keys;

  /** Of the whole query, each once. */
  private final List<Expr.Call> measures = new ArrayList<>();

  /** Columns of joined tables that stand beside the keys on which they depend. */
  private final List<Expr.Name> dependents = new ArrayList<>();

  // What the first stages make.
  private List<ColumnSpec> reads = List.of();
  private final List<BoundExpr> computed = new ArrayList<>();
  private final List<BoundKey> headKeys = new ArrayList<>();
  private final List<BoundMeasure> headMeasures = new ArrayList<>();

  GroupedSelect(SelectBinder binder) {
    this.binder = binder;
    this.select = binder.select();
    this.scope = binder.scope();
    this.problems = binder.problems();
    this.keys = binder.keys();
  }

  @Nullable BoundQuery bind() {
    List<Expr> after =
        SelectScope.together(binder.items(), binder.orderExprs(), binder.placeExprs(), having());
    int before = problems.count();
    after.forEach(this::findMeasures);
    if (problems.count() > before) {
      return null;
    }
    if (keys.size() > Limits.SELECT_KEYS_MAX) {
      Expr last = keys.get(Limits.SELECT_KEYS_MAX);
      problems.add(last.at().place(), "more than " + Limits.SELECT_KEYS_MAX + " keys");
      return null;
    }
    after.forEach(this::findDependents);
    List<Expr> ofRows = SelectScope.together(binder.tailWhere(), keys, arguments(measures));
    boolean regroups = joinsBeforeGroups(ofRows) || measures.stream().anyMatch(this::isOfValues);
    return regroups ? regrouped(ofRows) : grouped(ofRows);
  }

  private List<Expr> having() {
    return binder.having() == null ? List.of() : List.of(binder.having());
  }

  private static List<Expr> arguments(List<Expr.Call> calls) {
    return calls.stream().flatMap(call -> call.arguments().stream()).toList();
  }

  private void findMeasures(Expr expr) {
    if (keys.contains(expr)) {
      return;
    }
    if (expr instanceof Expr.Call call && ExprBinder.isAggregate(call)) {
      if (arguments(List.of(call)).stream().anyMatch(SelectScope::hasAggregate)) {
        problems.add(
            call.at().place(), "a measure of a measure needs a window: sum(sum(x)) over ()");
      } else if (hasItsArguments(call) && !measures.contains(call)) {
        measures.add(call);
      }
      return;
    }
    var _ =
        SelectScope.ofParts(
            expr,
            part -> {
              findMeasures(part);
              return part;
            });
  }

  /** Columns of a joined table whose row is known by the keys. */
  private void findDependents(Expr expr) {
    if (keys.contains(expr) || (expr instanceof Expr.Call call && ExprBinder.isAggregate(call))) {
      return;
    }
    if (expr instanceof Expr.Name name) {
      if (!scope.isFrom(name) && isDetermined(joinOf(name)) && !dependents.contains(name)) {
        dependents.add(name);
      }
      return;
    }
    var _ =
        SelectScope.ofParts(
            expr,
            part -> {
              findDependents(part);
              return part;
            });
  }

  private int joinOf(Expr.Name name) {
    for (int join = 0; join < select.joins().size(); join++) {
      if (select.joins().get(join).source().alias().value().equals(name.table())) {
        return join;
      }
    }
    throw new IllegalArgumentException("no join of " + name);
  }

  /** Whether one group has one row of the joined table, because of what it is grouped by. */
  private boolean isDetermined(int join) {
    return binder.onLeft(join).stream()
        .allMatch(
            name -> keys.contains(name) || (!scope.isFrom(name) && isDetermined(joinOf(name))));
  }

  private boolean joinsBeforeGroups(List<Expr> ofRows) {
    Set<String> needed = scope.aliases(ofRows);
    for (int join = 0; join < select.joins().size(); join++) {
      boolean isLate =
          !select.joins().get(join).inner()
              && isDetermined(join)
              && !needed.contains(select.joins().get(join).source().alias().value());
      if (!isLate) {
        return true;
      }
    }
    return false;
  }

  /** Whether a measure must see the different values, and not only what they add up to. */
  private boolean isOfValues(Expr.Call call) {
    return call.distinct()
        || call.function().equals("median")
        || call.function().equals("quantile");
  }

  // ---- groups of the first stages

  private @Nullable BoundQuery grouped(List<Expr> ofRows) {
    reads = binder.reads(SelectScope.together(ofRows, onLeft()));
    List<BoundCondition> where = binder.conditions(reads);
    ExprBinder rows = binder.overRows(reads);
    List<Expr> columns = new ArrayList<>();
    for (Expr key : keys) {
      addKey(key, rows);
      columns.add(key);
    }
    for (Expr.Call measure : measures) {
      addMeasure(measure, rows);
      columns.add(measure);
    }
    if (problems.count() > 0 && headKeys.size() + headMeasures.size() < columns.size()) {
      return null;
    }
    List<BoundJoin> joins = binder.joins(columns, SelectScope.together(dependents));
    BoundRank rank = rankOfMeasure(columns);
    BoundQuery.Groups groups = new BoundQuery.Groups(headKeys, headMeasures, rank);
    BoundQuery plain = query(where, groups, joins, List.of(), null);
    boolean isCut = rank != null && binder.place() == null;
    boolean isDone =
        binder.items().stream().allMatch(columns::contains)
            && binder.having() == null
            && (binder.place() == null || rank != null)
            && (select.limit() == null || isCut)
            && (binder.orderBy().isEmpty() || isCut);
    if (isDone) {
      List<Integer> at = binder.items().stream().map(columns::indexOf).toList();
      return query(where, groups, joins, at, null);
    }
    List<Integer> ties = IntStream.range(0, keys.size()).boxed().toList();
    Tail tail = binder.tail(new SelectBinder.TailParts(columns, plain.joined(), ties), null, null);
    return query(where, groups, joins, List.of(), tail);
  }

  private BoundQuery query(
      List<BoundCondition> where,
      BoundQuery.Groups groups,
      List<BoundJoin> joins,
      List<Integer> at,
      @Nullable Tail tail) {
    return new BoundQuery(select, binder.from(), reads, where, groups, joins, at, computed, tail);
  }

  private List<Expr> onLeft() {
    List<Expr> all = new ArrayList<>();
    for (int join = 0; join < select.joins().size(); join++) {
      all.addAll(binder.onLeft(join));
    }
    return all;
  }

  /** The rank that the first stages can do: by one measure, highest first, and nothing before. */
  private @Nullable BoundRank rankOfMeasure(List<Expr> columns) {
    Select.Rank rank = select.rank();
    Expr.Over place = binder.place();
    boolean hasWindow =
        SelectScope.together(binder.items(), binder.orderExprs()).stream()
            .anyMatch(this::hasOtherWindow);
    if (binder.having() != null || hasWindow) {
      return null; // both look at all groups
    }
    if (rank != null && place != null) {
      List<Integer> partitionBy = place.partitionBy().stream().map(keys::indexOf).toList();
      return place.orderBy().size() == 1
              && partitionBy.stream().allMatch(at -> at >= 0)
              && partitionBy.stream().distinct().count() == partitionBy.size()
          ? rank(place.orderBy().getFirst(), columns, partitionBy, rank.limit())
          : null;
    }
    Integer limit = select.limit();
    return limit != null && limit > 0 && binder.orderBy().size() == 1
        ? rank(binder.orderBy().getFirst(), columns, List.of(), limit)
        : null;
  }

  /** Than that of QUALIFY. */
  private boolean hasOtherWindow(Expr expr) {
    boolean[] found = new boolean[1];
    SelectScope.visit(
        expr, part -> found[0] |= part instanceof Expr.Over && !part.equals(binder.place()));
    return found[0];
  }

  private @Nullable BoundRank rank(
      Expr.Order by, List<Expr> columns, List<Integer> partitionBy, int limit) {
    int at = columns.indexOf(by.by());
    boolean isMeasure =
        at >= keys.size()
            && at < keys.size() + measures.size()
            && !(headMeasures.get(at - keys.size()).result().type() instanceof ColumnType.Text);
    Direction direction = by.descending() ? Direction.DESC : Direction.ASC;
    return isMeasure && limit > 0 ? new BoundRank(partitionBy, at, direction, limit) : null;
  }

  /** As the explanation of a query shows it. */
  private static String name(Expr expr) {
    return expr instanceof Expr.Name name ? name.name() : SqlWriter.write(expr);
  }

  /** A column as it is, a function of one, or what is computed of several. */
  private void addKey(Expr key, ExprBinder rows) {
    String name = name(key);
    BoundExpr bound = rows.value(key);
    switch (bound) {
      case null -> {}
      case BoundExpr.Input input ->
          headKeys.add(
              new BoundKey(name, Function.COLUMN, input.column(), typeOf(input), input.format()));
      case BoundExpr.Calendar(var function, BoundExpr.Input input) ->
          headKeys.add(new BoundKey(name, function, input.column(), typeOf(input)));
      default ->
          headKeys.add(
              new BoundKey(name, Function.COLUMN, add(bound), typeOf(bound), bound.format()));
    }
  }

  private static ColumnType typeOf(BoundExpr expr) {
    return expr.format().type();
  }

  /** The column in which the stage finds what it computes. */
  private int add(BoundExpr expr) {
    int at = computed.indexOf(expr);
    if (at < 0) {
      at = computed.size();
      computed.add(expr);
    }
    return reads.size() + at;
  }

  private void addMeasure(Expr.Call call, ExprBinder rows) {
    Aggregate aggregate = Aggregate.of(call.function());
    String name = name(call);
    if (call.star()) {
      headMeasures.add(
          new BoundMeasure(name, aggregate, BoundMeasure.ROWS, new ColumnType.Whole()));
      return;
    }
    BoundExpr of = argument(call, rows);
    if (of != null) {
      int column = of instanceof BoundExpr.Input input ? input.column() : add(of);
      headMeasures.add(new BoundMeasure(name, aggregate, column, typeOf(of), of.format()));
    }
  }

  private boolean hasItsArguments(Expr.Call call) {
    int expected = call.function().equals("quantile") ? 2 : call.star() ? 0 : 1;
    if (call.arguments().size() != expected) {
      problems.add(
          call.at().place(),
          "%s takes %s"
              .formatted(
                  call.function(),
                  expected == 1 ? "one argument" : "a value and a share, as in quantile(x, 0.9)"));
      return false;
    }
    if (call.distinct() && !call.function().equals("count")) {
      problems.add(
          call.at().place(),
          "only count takes distinct: %s(distinct x) is not possible".formatted(call.function()));
      return false;
    }
    return true;
  }

  /** What a measure is of; null after a problem. */
  private @Nullable BoundExpr argument(Expr.Call call, ExprBinder rows) {
    BoundExpr of = rows.value(call.arguments().getFirst());
    boolean takesNumbers =
        switch (call.function()) {
          case "sum", "avg", "median" -> true;
          default -> false;
        };
    if (of != null && takesNumbers && ExprBinder.scale(of.format()) < 0) {
      problems.add(
          call.at().place(),
          "%s takes numbers; this is of type %s".formatted(call.function(), of.format().name()));
      return null;
    }
    if (of != null
        && call.function().equals("median")
        && ExprBinder.scale(of.format()) == ExprBinder.SCALE_MAX) {
      problems.add(
          call.at().place(),
          "a median has one digit more after the point than its values, and 18 are possible: round"
              + " them first, as in median(round(x, 2))");
      return null;
    }
    return of;
  }

  // ---- grouping again

  private @Nullable BoundQuery regrouped(List<Expr> ofRows) {
    Set<Expr> atoms = new LinkedHashSet<>();
    addAtoms(keys, atoms);
    addAtoms(onLeft(), atoms);
    binder.tailWhere().forEach(condition -> addNames(condition, atoms));
    List<Expr> partials = new ArrayList<>();
    for (Expr.Call measure : measures) {
      if (isPartial(measure)) {
        addPartials(measure, partials);
      } else {
        addAtoms(measure.arguments().stream().limit(1).toList(), atoms);
        addOnce(partials, ROWS);
      }
    }
    reads = binder.reads(SelectScope.together(ofRows, onLeft()));
    List<BoundCondition> where = binder.conditions(reads);
    ExprBinder rows = binder.overRows(reads);
    List<Expr> columns = new ArrayList<>();
    for (Expr atom : atoms) {
      addKey(atom, rows);
      columns.add(atom);
    }
    for (Expr partial : partials) {
      addMeasure((Expr.Call) partial, rows);
      columns.add(partial);
      if (((Expr.Call) partial).function().equals("sum")) {
        columns.add(WRAPS);
      }
    }
    if (headKeys.size() < atoms.size() || headMeasures.size() < partials.size()) {
      return null;
    }
    if (headKeys.size() > Limits.SELECT_KEYS_MAX) {
      problems.add(
          select.name().place(),
          "the query needs more than %d columns of table %s at once: its keys, what its measures are of, and what its joins look up"
              .formatted(Limits.SELECT_KEYS_MAX, binder.from().name()));
      return null;
    }
    List<BoundJoin> joins = binder.joins(columns, SelectScope.together(ofRows, dependents));
    BoundQuery.Groups groups = new BoundQuery.Groups(headKeys, headMeasures, null);
    BoundQuery head = query(where, groups, joins, List.of(), null);
    return tail(head, columns);
  }

  /** A measure of the table's own columns, which can be added up before. */
  private boolean isPartial(Expr.Call call) {
    return !isOfValues(call) && scope.isOfFrom(call);
  }

  private static void addOnce(List<Expr> list, Expr expr) {
    if (!list.contains(expr)) {
      list.add(expr);
    }
  }

  private static void addPartials(Expr.Call call, List<Expr> partials) {
    if (call.function().equals("avg")) {
      addOnce(partials, renamed(call, "sum"));
      addOnce(partials, renamed(call, "count"));
    } else {
      addOnce(partials, call);
    }
  }

  static Expr.Call renamed(Expr.Call call, String function) {
    return new Expr.Call(function, call.arguments(), false, call.star(), call.at());
  }

  /** What is of the table alone is an atom as a whole, of others their columns are. */
  private void addAtoms(List<? extends Expr> exprs, Set<Expr> atoms) {
    for (Expr expr : exprs) {
      if (scope.isOfFrom(expr) && !SelectScope.names(List.of(expr)).isEmpty()) {
        atoms.add(expr);
      } else {
        addNames(expr, atoms);
      }
    }
  }

  private void addNames(Expr expr, Set<Expr> atoms) {
    SelectScope.names(List.of(expr)).stream().filter(scope::isFrom).forEach(atoms::add);
  }

  private @Nullable BoundQuery tail(BoundQuery head, List<Expr> columns) {
    List<ResultColumn> types = new ArrayList<>(head.partial());
    head.joins().forEach(join -> types.addAll(join.taken()));
    ExprBinder joined = binder.over(columns, types);
    BoundExpr where = binder.tailCondition(joined);
    List<Tail.Output> outKeys = new ArrayList<>();
    List<Expr> grouped = new ArrayList<>();
    for (Expr key : keys) {
      BoundExpr bound = joined.value(key);
      if (bound != null) {
        outKeys.add(new Tail.Output(name(key), bound));
        grouped.add(key);
      }
    }
    List<Tail.Measure> made = new ArrayList<>();
    for (Expr.Name dependent : dependents) {
      made.add(dependent(dependent, joined));
      grouped.add(dependent);
    }
    int weight = columns.indexOf(ROWS);
    for (Expr.Call call : measures) {
      boolean isAverage = call.function().equals("avg");
      List<Expr.Call> parts =
          isAverage ? List.of(renamed(call, "sum"), renamed(call, "count")) : List.of(call);
      for (Expr.Call part : parts) {
        Tail.Measure measure = measure(part, isPartial(call), columns, types, joined, weight);
        if (measure == null) {
          return null;
        }
        if (!grouped.contains(part)) {
          grouped.add(part);
          made.add(measure);
        }
      }
    }
    if (problems.count() > 0 && grouped.size() < outKeys.size() + made.size()) {
      return null;
    }
    Tail.Regroup regroup = new Tail.Regroup(outKeys, made);
    List<Integer> ties = IntStream.range(0, outKeys.size()).boxed().toList();
    Tail tail =
        binder.tail(new SelectBinder.TailParts(grouped, regroup.columns(), ties), where, regroup);
    return tail == null
        ? null
        : new BoundQuery(
            select,
            binder.from(),
            reads,
            head.where(),
            head.shape(),
            head.joins(),
            List.of(),
            computed,
            tail);
  }

  /** It is the same in all rows of a group. */
  private static Tail.Measure dependent(Expr.Name name, ExprBinder joined) {
    BoundExpr of = Objects.requireNonNull(joined.value(name));
    return new Tail.Measure(Tail.Kind.MIN, of, null, 0, new ResultColumn(name.name(), of.format()));
  }

  private Tail.@Nullable Measure measure(
      Expr.Call call,
      boolean isPartial,
      List<Expr> columns,
      List<ResultColumn> types,
      ExprBinder joined,
      int weight) {
    String name = name(call);
    if (isPartial) {
      int at = columns.indexOf(call);
      ResultColumn column = types.get(at);
      Tail.Kind kind =
          switch (call.function()) {
            case "sum" -> Tail.Kind.SUM_OF_SUMS;
            case "count" -> Tail.Kind.TOTAL;
            case "min" -> Tail.Kind.MIN;
            case "max" -> Tail.Kind.MAX;
            default -> throw new IllegalArgumentException("no partial " + call.function());
          };
      BoundExpr of = new BoundExpr.Input(at, column.format());
      return new Tail.Measure(kind, of, null, 0, new ResultColumn(name, column.format()));
    }
    if (call.star()) {
      BoundExpr of = new BoundExpr.Input(weight, new ValueFormat.Whole());
      return new Tail.Measure(
          Tail.Kind.TOTAL, of, null, 0, new ResultColumn(name, new ValueFormat.Whole()));
    }
    BoundExpr of = argument(call, joined);
    if (of == null) {
      return null;
    }
    ValueFormat whole = new ValueFormat.Whole();
    return switch (call.function()) {
      case "sum" -> made(Tail.Kind.SUM, of, weight, name, of.format());
      case "count" ->
          made(call.distinct() ? Tail.Kind.DISTINCT : Tail.Kind.COUNT, of, weight, name, whole);
      case "min" -> made(Tail.Kind.MIN, of, weight, name, of.format());
      case "max" -> made(Tail.Kind.MAX, of, weight, name, of.format());
      case "median" ->
          made(
              Tail.Kind.MEDIAN,
              of,
              weight,
              name,
              ExprBinder.ofScale(ExprBinder.scale(of.format()) + 1));
      case "quantile" -> quantile(call, of, weight, name);
      default -> throw new IllegalArgumentException("no measure " + call.function());
    };
  }

  private static Tail.Measure made(
      Tail.Kind kind, BoundExpr of, int weight, String name, ValueFormat format) {
    return new Tail.Measure(kind, of, weight, 0, new ResultColumn(name, format));
  }

  private Tail.@Nullable Measure quantile(Expr.Call call, BoundExpr of, int weight, String name) {
    Expr second = call.arguments().get(1);
    BigDecimal share =
        second instanceof Expr.Num number
            ? number.value().movePointRight(6)
            : BigDecimal.ONE.negate();
    boolean isShare =
        share.signum() >= 0
            && share.stripTrailingZeros().scale() <= 0
            && share.compareTo(BigDecimal.valueOf(MILLION)) <= 0;
    if (!isShare) {
      problems.add(
          second.at().place(),
          "a share is a number from 0 to 1 with at most six digits after the point, such as 0.95");
      return null;
    }
    if (of.format() instanceof ValueFormat.Text) {
      problems.add(call.at().place(), "quantile takes numbers, dates and times, not texts");
      return null;
    }
    return new Tail.Measure(
        Tail.Kind.QUANTILE, of, weight, share.intValueExact(), new ResultColumn(name, of.format()));
  }
}
