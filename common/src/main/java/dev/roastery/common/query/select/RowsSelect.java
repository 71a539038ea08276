package dev.roastery.common.query.select;

import dev.roastery.common.query.bound.BoundCondition;
import dev.roastery.common.query.bound.BoundJoin;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.bound.Tail;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.value.ResultColumn;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A SELECT without groups: each row that passes is a row of the result. */
final class RowsSelect {

  private final SelectBinder binder;
  private final Select select;
  private final SelectScope scope;

  RowsSelect(SelectBinder binder) {
    this.binder = binder;
    this.select = binder.select();
    this.scope = binder.scope();
  }

  @Nullable BoundQuery bind() {
    List<Expr> used =
        SelectScope.together(
            binder.items(), binder.orderExprs(), binder.placeExprs(), binder.tailWhere());
    List<Expr> all = new ArrayList<>(used);
    for (int join = 0; join < select.joins().size(); join++) {
      all.addAll(binder.onLeft(join));
    }
    List<ColumnSpec> reads = binder.reads(all);
    List<BoundCondition> where = binder.conditions(reads);

    // What the rows keep: columns of the table, then those that the joins take.
    Set<Expr.Name> kept = new LinkedHashSet<>();
    for (Expr.Name name : SelectScope.names(all)) {
      if (scope.isFrom(name)) {
        kept.add(name);
      }
    }
    List<Expr> columns = new ArrayList<>(kept);
    List<Integer> keptAt = kept.stream().map(name -> reads.indexOf(scope.column(name))).toList();
    List<BoundJoin> joins = binder.joins(columns, used);
    BoundQuery plain =
        new BoundQuery(
            select, binder.from(), reads, where, new BoundQuery.Filter(keptAt), joins, List.of());
    if (isPlain()) {
      return new BoundQuery(
          select,
          binder.from(),
          reads,
          where,
          plain.shape(),
          joins,
          binder.items().stream().map(columns::indexOf).toList());
    }
    List<ResultColumn> types = plain.joined();
    List<Integer> ties = IntStream.range(0, types.size()).boxed().toList();
    Tail tail =
        binder.tail(
            new SelectBinder.TailParts(columns, types, ties),
            binder.tailCondition(binder.over(columns, types)),
            null);
    return new BoundQuery(
        select, binder.from(), reads, where, plain.shape(), joins, List.of(), List.of(), tail);
  }

  /** Whether columns are all that is selected, of the rows as they are. */
  private boolean isPlain() {
    return binder.items().stream().allMatch(Expr.Name.class::isInstance)
        && binder.tailWhere().isEmpty()
        && binder.orderBy().isEmpty()
        && binder.place() == null
        && select.limit() == null;
  }
}
