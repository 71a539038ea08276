package dev.roastery.common.query.sql;

import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.expression.Expr.Sign;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes expressions so that {@link ExpressionParser} reads the same ones. */
final class ExpressionWriter {

  private static final int COMPARISON = Sign.EQUAL.binding();
  private static final int SUM = Sign.PLUS.binding();
  private static final int NEGATION = Sign.NEGATED.binding();
  private static final int PRIMARY = NEGATION + 1;

  private final StringBuilder out;

  ExpressionWriter(StringBuilder out) {
    this.out = out;
  }

  void write(Expr expr) {
    switch (expr) {
      case Expr.Name(var table, var name, _) -> out.append(qualified(table, name));
      case Expr.Num(var value, _) -> out.append(value.toPlainString());
      case Expr.Text(var value, _) -> out.append(quoted(value, "'"));
      case Expr.Truth(var value, _) -> out.append(value);
      case Expr.Null _ -> out.append("null");
      case Expr.Unary(var sign, var of, _) -> unary(sign, of);
      case Expr.Binary binary -> binary(binary);
      case Expr.In(var of, var values, var not, _) -> {
        operand(of, SUM);
        out.append(not ? " not in (" : " in (");
        list(values);
        out.append(')');
      }
      case Expr.Between(var of, var low, var high, var not, _) -> {
        operand(of, SUM);
        out.append(not ? " not between " : " between ");
        operand(low, SUM);
        out.append(" and ");
        operand(high, SUM);
      }
      case Expr.Like(var of, var pattern, var not, _) -> {
        operand(of, SUM);
        out.append(not ? " not like " : " like ");
        operand(pattern, SUM);
      }
      case Expr.IsNull(var of, var not, _) -> {
        operand(of, SUM);
        out.append(not ? " is not null" : " is null");
      }
      case Expr.Case cases -> cases(cases);
      case Expr.Call call -> call(call);
      case Expr.Over over -> over(over);
    }
  }

  /** In parentheses, unless it binds at least as strongly as that. */
  private void operand(Expr expr, int binding) {
    boolean bare = binding(expr) >= binding;
    out.append(bare ? "" : "(");
    write(expr);
    out.append(bare ? "" : ")");
  }

  private static int binding(Expr expr) {
    return switch (expr) {
      case Expr.Unary(var sign, _, _) -> sign.binding();
      case Expr.Binary(var sign, _, _, _) -> sign.binding();
      case Expr.In _, Expr.Between _, Expr.Like _, Expr.IsNull _ -> COMPARISON;
      case Expr.Num(var value, _) -> value.signum() < 0 ? NEGATION : PRIMARY;
      case Expr.Name _,
          Expr.Text _,
          Expr.Truth _,
          Expr.Null _,
          Expr.Case _,
          Expr.Call _,
          Expr.Over _ ->
          PRIMARY;
    };
  }

  /** A minus right before a number would belong to it. */
  private void unary(Sign sign, Expr of) {
    if (sign == Sign.NOT) {
      out.append("not ");
      operand(of, Sign.NOT.binding());
    } else {
      out.append('-');
      operand(of, of instanceof Expr.Num ? PRIMARY + 1 : PRIMARY);
    }
  }

  private void binary(Expr.Binary binary) {
    int binding = binary.sign().binding();
    operand(binary.left(), binding == COMPARISON ? SUM : binding);
    out.append(' ').append(binary.sign().word()).append(' ');
    operand(binary.right(), binding + 1);
  }

  private void cases(Expr.Case cases) {
    out.append("case");
    for (Expr.When when : cases.whens()) {
      out.append(" when ");
      write(when.condition());
      out.append(" then ");
      write(when.then());
    }
    Expr otherwise = cases.otherwise();
    if (otherwise != null) {
      out.append(" else ");
      write(otherwise);
    }
    out.append(" end");
  }

  private void call(Expr.Call call) {
    out.append(call.function()).append('(');
    if (call.function().equals("cast")
        && call.arguments().size() == 2
        && call.arguments().get(1) instanceof Expr.Text(var type, _)) {
      write(call.arguments().getFirst());
      out.append(" as ").append(type);
    } else {
      out.append(call.star() ? "*" : "").append(call.distinct() ? "distinct " : "");
      list(call.arguments());
    }
    out.append(')');
  }

  private void over(Expr.Over over) {
    call(over.call());
    out.append(" over (");
    if (!over.partitionBy().isEmpty()) {
      out.append("partition by ");
      list(over.partitionBy());
    }
    if (!over.orderBy().isEmpty()) {
      out.append(over.partitionBy().isEmpty() ? "order by " : " order by ");
      order(over.orderBy());
    }
    out.append(')');
  }

  void list(List<Expr> list) {
    String separator = "";
    for (Expr expr : list) {
      out.append(separator);
      write(expr);
      separator = ", ";
    }
  }

  void order(List<Expr.Order> list) {
    String separator = "";
    for (Expr.Order order : list) {
      out.append(separator);
      write(order.by());
      out.append(order.descending() ? " desc" : "");
      separator = ", ";
    }
  }

  static String qualified(@Nullable String table, String name) {
    return table == null ? name(name) : name(table) + "." + name(name);
  }

  /** In quotes, if it would mean something else without. */
  static String name(String name) {
    return Words.isPlain(name) ? name : quoted(name, "\"");
  }

  private static String quoted(String text, String quote) {
    return quote + text.replace(quote, quote + quote) + quote;
  }
}
