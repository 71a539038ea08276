package dev.roastery.common.query.select;

import dev.roastery.common.query.bound.BoundCondition;
import dev.roastery.common.query.bound.BoundExpr;
import dev.roastery.common.query.bound.BoundJoin;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.bound.Tail;
import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Limits;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.query.value.RowOrder;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * From a SELECT to the stages' work. What the first stage can do with the rows of one table is done
 * there: conditions, expressions, groups. The rest is the {@link Tail}.
 */
public final class SelectBinder {

  private final Select select;
  private final Problems problems;
  private final SelectScope scope;

  /** Resolved, as all that follow. */
  private final List<Expr> items = new ArrayList<>();

  private final List<List<Expr.Name>> onLeft = new ArrayList<>();
  private final List<Expr> headWhere = new ArrayList<>();
  private final List<Expr> tailWhere = new ArrayList<>();
  private final List<Expr> keys = new ArrayList<>();
  private @Nullable Expr having;
  private Expr.@Nullable Over place;
  private final List<Expr.Order> orderBy = new ArrayList<>();

  public SelectBinder(Tables tables, Select select, Problems problems) {
    this.select = select;
    this.problems = problems;
    this.scope = new SelectScope(tables, select, problems);
  }

  public @Nullable BoundQuery bind() {
    if (!scope.isComplete()) {
      return null;
    }
    int before = problems.count();
    resolve();
    if (problems.count() > before) {
      return null;
    }
    boolean isGrouped =
        !keys.isEmpty()
            || having != null
            || SelectScope.together(items, orderExprs(), placeExprs()).stream()
                .anyMatch(SelectScope::hasAggregate);
    BoundQuery query = isGrouped ? new GroupedSelect(this).bind() : new RowsSelect(this).bind();
    return problems.count() > before ? null : query;
  }

  // ---- names

  private void resolve() {
    resolveItems();
    for (Select.Join join : select.joins()) {
      onLeft.add(on(join));
    }
    if (select.where() != null) {
      Expr where = scope.columns(select.where());
      if (SelectScope.hasAggregate(where)) {
        problems.add(
            where.at().place(), "WHERE chooses rows, before there are groups: write HAVING");
      }
      for (Expr condition : ExprBinder.chain(where, Expr.Sign.AND)) {
        (scope.isOfFrom(condition) ? headWhere : tailWhere).add(condition);
      }
    }
    for (Expr written : select.groupBy()) {
      Expr key = key(written);
      if (!keys.contains(key)) {
        keys.add(key);
      }
    }
    having = select.having() == null ? null : scope.columnsOrItems(select.having(), false);
    if (select.rank() != null) {
      place = (Expr.Over) scope.columnsOrItems(select.rank().place(), false);
    }
    for (Expr.Order order : select.orderBy()) {
      Expr by = ordinal(order.by());
      orderBy.add(
          new Expr.Order(
              by == null ? scope.columnsOrItems(order.by(), false) : by, order.descending()));
    }
  }

  private void resolveItems() {
    Set<String> seen = new HashSet<>();
    for (Select.Item item : select.items()) {
      Expr resolved = scope.columnsOrItems(item.expr(), true);
      items.add(resolved);
      scope.addItem(item, resolved);
      if (!seen.add(item.as().value())) {
        problems.add(
            item.as().place(),
            "the result has two columns "
                + NameSuggestions.quoted(item.as().value())
                + "; give one another name with AS");
      }
    }
  }

  private List<Expr.Name> on(Select.Join join) {
    List<Expr.Name> left = new ArrayList<>();
    if (join.on().size() > Limits.SELECT_KEYS_MAX) {
      problems.add(
          join.on().get(Limits.SELECT_KEYS_MAX).left().at().place(),
          "a join on more than " + Limits.SELECT_KEYS_MAX + " columns");
    }
    for (Select.On on : join.on()) {
      Expr one = scope.columns(on.left());
      Expr key = scope.columns(on.key());
      if (one instanceof Expr.Name name && key instanceof Expr.Name keyName) {
        left.add(name);
        ColumnSpec a = scope.column(name);
        ColumnSpec b = scope.column(keyName);
        if (!a.type().equals(b.type())) {
          problems.add(
              on.left().at().place(),
              "%s is of type %s and %s of type %s: a join needs the same type"
                  .formatted(name.name(), a.format().name(), keyName.name(), b.format().name()));
        }
      }
    }
    return left;
  }

  private Expr key(Expr written) {
    Expr ordinal = ordinal(written);
    Expr key = ordinal == null ? scope.columnsOrItems(written, true) : ordinal;
    if (SelectScope.hasAggregate(key)) {
      problems.add(written.at().place(), "a measure cannot be what rows are grouped by");
    }
    return key;
  }

  /** {@code group by 1} means the first column of the result. */
  private @Nullable Expr ordinal(Expr written) {
    if (!(written instanceof Expr.Num number)) {
      return null;
    }
    if (number.value().scale() > 0
        || number.value().signum() <= 0
        || number.value().compareTo(BigDecimal.valueOf(items.size())) > 0) {
      problems.add(
          number.at().place(),
          "a number stands for a column of the result, from 1 to " + items.size());
      return new Expr.Null(number.at());
    }
    return items.get(number.value().intValue() - 1);
  }

  // ---- what both kinds of queries need

  Select select() {
    return select;
  }

  Problems problems() {
    return problems;
  }

  SelectScope scope() {
    return scope;
  }

  TableSpec from() {
    return scope.table(select.from().alias().value());
  }

  List<Expr> items() {
    return items;
  }

  List<Expr> keys() {
    return keys;
  }

  List<Expr> tailWhere() {
    return tailWhere;
  }

  @Nullable Expr having() {
    return having;
  }

  Expr.@Nullable Over place() {
    return place;
  }

  List<Expr.Order> orderBy() {
    return orderBy;
  }

  /** The columns by which a join looks up its rows. */
  List<Expr.Name> onLeft(int join) {
    return onLeft.get(join);
  }

  List<Expr> orderExprs() {
    return orderBy.stream().map(Expr.Order::by).toList();
  }

  List<Expr> placeExprs() {
    return place == null ? List.of() : List.of(place);
  }

  /** The columns of the table that some expressions need, in its order. */
  List<ColumnSpec> reads(List<Expr> exprs) {
    Set<String> names = new HashSet<>();
    List<Expr> all = SelectScope.together(exprs, headWhere);
    SelectScope.names(all).stream().filter(scope::isFrom).forEach(name -> names.add(name.name()));
    return from().columns().stream().filter(column -> names.contains(column.name())).toList();
  }

  /** Binds expressions over columns of the table that is read. */
  ExprBinder overRows(List<ColumnSpec> reads) {
    return new ExprBinder(
        problems,
        part ->
            part instanceof Expr.Name name && scope.isFrom(name)
                ? input(reads.indexOf(scope.column(name)), scope.column(name))
                : null);
  }

  static BoundExpr input(int at, ColumnSpec column) {
    return new BoundExpr.Input(at, column.format());
  }

  /** The conditions that the first stage looks at: simple ones first, which cost the least. */
  List<BoundCondition> conditions(List<ColumnSpec> reads) {
    List<BoundCondition> simple = new ArrayList<>();
    List<BoundCondition> others = new ArrayList<>();
    SimpleConditions known = new SimpleConditions(from(), reads);
    for (Expr condition : headWhere) {
      BoundCondition bound = known.bind(condition);
      if (bound != null) {
        (bound instanceof BoundCondition.Holds ? others : simple).add(bound);
      } else {
        BoundExpr truth = overRows(reads).truth(condition);
        if (truth != null) {
          others.add(new BoundCondition.Holds(truth));
        }
      }
    }
    simple.addAll(others);
    return simple;
  }

  @Nullable BoundExpr tailCondition(ExprBinder binder) {
    List<BoundExpr> bound = new ArrayList<>();
    for (Expr condition : tailWhere) {
      BoundExpr truth = binder.truth(condition);
      if (truth != null) {
        bound.add(truth);
      }
    }
    return BoundExpr.all(bound);
  }

  /**
   * The joins, over columns of which it is known what they are.
   *
   * @param soFar the names of the columns before the joins; what each takes is appended
   * @param used the expressions for which columns are taken
   */
  List<BoundJoin> joins(List<Expr> soFar, List<Expr> used) {
    Set<Expr.Name> needed = SelectScope.names(used);
    onLeft.forEach(needed::addAll);
    List<BoundJoin> joins = new ArrayList<>();
    for (int at = 0; at < select.joins().size(); at++) {
      Select.Join join = select.joins().get(at);
      String alias = join.source().alias().value();
      List<Integer> on = onLeft.get(at).stream().map(soFar::indexOf).toList();
      List<ColumnSpec> keyColumns = new ArrayList<>();
      for (Select.On each : join.on()) {
        keyColumns.add(scope.column((Expr.Name) scope.columns(each.key())));
      }
      List<BoundJoin.Taken> taken = new ArrayList<>();
      for (Expr.Name name : needed) {
        if (alias.equals(name.table())) {
          taken.add(new BoundJoin.Taken(scope.column(name), alias + "." + name.name()));
          soFar.add(name);
        }
      }
      joins.add(
          new BoundJoin(
              scope.table(alias), on, keyColumns, taken, join.inner(), join.duplicates()));
    }
    return joins;
  }

  /** Binds expressions over columns that are known by what they were made of. */
  ExprBinder over(List<Expr> columns, List<ResultColumn> types) {
    return new ExprBinder(
        problems,
        part -> {
          int at = columns.indexOf(part);
          return at < 0 ? null : new BoundExpr.Input(at, types.get(at).format());
        });
  }

  /** Ascending or descending, in both directions with nulls last. */
  static RowOrder.By direction(boolean descending) {
    return descending ? RowOrder.By.DESCENDING_NULLS_LAST : RowOrder.By.ASCENDING_NULLS_LAST;
  }

  /** The tail from the windows on: they, the columns of the result, its order. */
  @Nullable Tail tail(TailParts parts, @Nullable BoundExpr where, Tail.@Nullable Regroup regroup) {
    return new TailBinder(this, parts).bind(where, regroup);
  }

  /**
   * What a tail's last steps stand on.
   *
   * @param columns what the columns are, as far as an expression can name them
   * @param ties the columns that order what is otherwise equal
   */
  record TailParts(List<Expr> columns, List<ResultColumn> types, List<Integer> ties) {}
}
