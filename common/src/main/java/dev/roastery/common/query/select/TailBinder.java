package dev.roastery.common.query.select;

import dev.roastery.common.query.bound.BoundExpr;
import dev.roastery.common.query.bound.Tail;
import dev.roastery.common.query.document.Problems;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.value.RowOrder;
import dev.roastery.common.query.value.ValueFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Binds what comes after the groups: HAVING, windows, the columns of the result, its order. */
final class TailBinder {

  private static final int AVERAGE_DIGITS = 2;

  private final SelectBinder binder;
  private final SelectBinder.TailParts parts;
  private final Problems problems;

  /** The windows, and in which column each one's value is. */
  private final Map<Expr.Over, Integer> windows = new LinkedHashMap<>();

  private final List<Tail.Window> bound = new ArrayList<>();
  private final List<Tail.Output> outputs = new ArrayList<>();
  private final List<RowOrder.Key> order = new ArrayList<>();

  TailBinder(SelectBinder binder, SelectBinder.TailParts parts) {
    this.binder = binder;
    this.parts = parts;
    this.problems = binder.problems();
  }

  @Nullable Tail bind(@Nullable BoundExpr where, Tail.@Nullable Regroup regroup) {
    Select select = binder.select();
    ExprBinder values = new ExprBinder(problems, this::find);
    BoundExpr having = binder.having() == null ? null : values.truth(binder.having());
    for (Expr.Over window : used()) {
      bindWindow(window, values);
    }
    for (int at = 0; at < select.items().size(); at++) {
      BoundExpr value = values.value(binder.items().get(at));
      if (value != null) {
        outputs.add(new Tail.Output(select.items().get(at).as().value(), value));
      }
    }
    if (outputs.size() < select.items().size()) {
      return null;
    }
    int selected = outputs.size();
    for (Expr.Order each : binder.orderBy()) {
      BoundExpr by = values.value(each.by());
      if (by != null) {
        orderBy(by, SelectBinder.direction(each.descending()));
      }
    }
    orderOtherwise(values, selected);
    return new Tail(
        where, regroup, having, bound, outputs, selected, new RowOrder(order), select.limit());
  }

  /**
   * Those that the columns, the order or QUALIFY name. That of QUALIFY is the last: it takes rows
   * away, which the others count.
   */
  private Set<Expr.Over> used() {
    Set<Expr.Over> used = new LinkedHashSet<>();
    for (Expr expr : SelectScope.together(binder.items(), binder.orderExprs())) {
      SelectScope.visit(
          expr,
          part -> {
            if (part instanceof Expr.Over over) {
              used.add(over);
            }
          });
    }
    Expr.Over place = binder.place();
    if (place != null) {
      used.remove(place);
      used.add(place);
    }
    return used;
  }

  private void bindWindow(Expr.Over window, ExprBinder values) {
    List<BoundExpr> partitionBy = new ArrayList<>();
    for (Expr key : window.partitionBy()) {
      BoundExpr value = values.value(key);
      if (value != null) {
        partitionBy.add(value);
      }
    }
    if (window.call().function().equals("row_number")) {
      List<Tail.By> by = new ArrayList<>();
      for (Expr.Order each : window.orderBy()) {
        BoundExpr value = values.value(each.by());
        if (value != null) {
          by.add(new Tail.By(value, SelectBinder.direction(each.descending())));
        }
      }
      Select.Rank rank = binder.select().rank();
      Integer best = rank != null && window.equals(binder.place()) ? rank.limit() : null;
      add(window, new Tail.Place(partitionBy, by, parts.ties(), best));
      return;
    }
    BoundExpr of =
        window.call().arguments().size() == 1
            ? values.value(window.call().arguments().getFirst())
            : null;
    if (of != null && ExprBinder.scale(of.format()) < 0) {
      problems.add(window.at().place(), "sum takes numbers; this is of type " + of.format().name());
    } else if (of != null) {
      add(window, new Tail.Whole(partitionBy, of));
    }
  }

  private void add(Expr.Over window, Tail.Window made) {
    windows.put(window, parts.types().size() + bound.size());
    bound.add(made);
  }

  private @Nullable BoundExpr find(Expr part) {
    int at = parts.columns().indexOf(part);
    if (at >= 0) {
      return new BoundExpr.Input(at, parts.types().get(at).format());
    }
    Integer window = part instanceof Expr.Over over ? windows.get(over) : null;
    if (window != null) {
      return new BoundExpr.Input(window, bound.get(window - parts.types().size()).format());
    }
    if (part instanceof Expr.Call call && call.function().equals("avg")) {
      return average(call);
    }
    if (part instanceof Expr.Name name) {
      problems.add(
          name.at().place(),
          "%s is a column of single rows, and the rows are grouped: group by it, or measure it, as in max(%s)"
              .formatted(name.name(), name.name()));
    }
    return null;
  }

  /** Where groups were grouped again, it is not among the measures, but its sum and count are. */
  private @Nullable BoundExpr average(Expr.Call call) {
    int sum = parts.columns().indexOf(GroupedSelect.renamed(call, "sum"));
    int count = parts.columns().indexOf(GroupedSelect.renamed(call, "count"));
    if (sum < 0 || count < 0) {
      return null;
    }
    ValueFormat format = parts.types().get(sum).format();
    int shown = Math.min(ExprBinder.scale(format) + AVERAGE_DIGITS, ExprBinder.SCALE_MAX);
    return new BoundExpr.Quotient(
        new BoundExpr.Input(sum, format),
        new BoundExpr.Input(count, new ValueFormat.Whole()),
        shown - ExprBinder.scale(format),
        ExprBinder.ofScale(shown));
  }

  private void orderBy(BoundExpr by, RowOrder.By direction) {
    int at = 0;
    while (at < outputs.size() && !outputs.get(at).expr().equals(by)) {
      at++;
    }
    if (at == outputs.size()) {
      outputs.add(new Tail.Output("order " + at, by));
    }
    int column = at;
    if (order.stream().noneMatch(key -> key.column() == column)) {
      order.add(new RowOrder.Key(column, direction));
    }
  }

  /** Equal rows, and all if no order is given: by rank, if there is one, and then by the keys. */
  private void orderOtherwise(ExprBinder values, int selected) {
    Expr.Over place = binder.place();
    if (binder.orderBy().isEmpty() && place != null) {
      for (Expr key : place.partitionBy()) {
        BoundExpr value = values.value(key);
        if (value != null) {
          orderBy(value, RowOrder.By.ASCENDING_NULLS_FIRST);
        }
      }
      Integer at = windows.get(place);
      if (at != null) {
        orderBy(
            new BoundExpr.Input(at, new ValueFormat.Whole()), RowOrder.By.ASCENDING_NULLS_FIRST);
      }
    }
    if (binder.keys().isEmpty() && parts.ties().isEmpty()) {
      return; // one group
    }
    if (isOfRows()) {
      for (int at = 0; at < selected; at++) {
        orderBy(outputs.get(at).expr(), RowOrder.By.ASCENDING_NULLS_FIRST);
      }
    }
    for (int tie : parts.ties()) {
      BoundExpr input = new BoundExpr.Input(tie, parts.types().get(tie).format());
      orderBy(input, RowOrder.By.ASCENDING_NULLS_FIRST);
    }
  }

  /** Rows are in the order of what is selected of them, groups in that of their keys. */
  private boolean isOfRows() {
    return binder.keys().isEmpty();
  }
}
