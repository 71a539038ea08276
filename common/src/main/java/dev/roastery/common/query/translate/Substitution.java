package dev.roastery.common.query.translate;

import dev.roastery.common.query.expression.Expr;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * An expression with something else in place of its names. In the arguments of an aggregate names
 * mean columns of rows, elsewhere perhaps columns of groups.
 */
record Substitution(Function<Expr.Name, Expr> outside, Function<Expr.Name, Expr> inAggregates) {

  private static final Set<String> AGGREGATES =
      Set.of("count", "sum", "min", "max", "avg", "median", "quantile");

  Expr of(Expr expr) {
    return switch (expr) {
      case Expr.Name name -> outside.apply(name);
      case Expr.Num _, Expr.Text _, Expr.Truth _, Expr.Null _ -> expr;
      case Expr.Unary(var sign, var of, var at) -> new Expr.Unary(sign, of(of), at);
      case Expr.Binary(var sign, var left, var right, var at) ->
          new Expr.Binary(sign, of(left), of(right), at);
      case Expr.In(var of, var values, var not, var at) ->
          new Expr.In(of(of), all(values), not, at);
      case Expr.Between(var of, var low, var high, var not, var at) ->
          new Expr.Between(of(of), of(low), of(high), not, at);
      case Expr.Like(var of, var pattern, var not, var at) ->
          new Expr.Like(of(of), of(pattern), not, at);
      case Expr.IsNull(var of, var not, var at) -> new Expr.IsNull(of(of), not, at);
      case Expr.Case cases -> cases(cases);
      case Expr.Call call -> call(call);
      case Expr.Over over -> over(over);
    };
  }

  List<Expr> all(List<Expr> exprs) {
    return exprs.stream().map(this::of).toList();
  }

  private Expr cases(Expr.Case cases) {
    List<Expr.When> whens =
        cases.whens().stream()
            .map(when -> new Expr.When(of(when.condition()), of(when.then())))
            .toList();
    Expr otherwise = cases.otherwise();
    return new Expr.Case(whens, otherwise == null ? null : of(otherwise), cases.at());
  }

  private Expr.Call call(Expr.Call call) {
    Substitution inside =
        AGGREGATES.contains(call.function()) ? new Substitution(inAggregates, inAggregates) : this;
    List<Expr> arguments = inside.all(call.arguments());
    return new Expr.Call(call.function(), arguments, call.distinct(), call.star(), call.at());
  }

  /** The sum of a window adds up what groups have. */
  private Expr over(Expr.Over over) {
    Expr.Call call = over.call();
    List<Expr.Order> orderBy =
        over.orderBy().stream()
            .map(order -> new Expr.Order(of(order.by()), order.descending()))
            .toList();
    List<Expr> arguments = all(call.arguments());
    return new Expr.Over(
        new Expr.Call(call.function(), arguments, call.distinct(), call.star(), call.at()),
        all(over.partitionBy()),
        orderBy,
        over.at());
  }
}
