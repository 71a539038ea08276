package dev.roastery.common.query.sql;

import dev.roastery.common.query.expression.At;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.expression.Expr.Sign;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What begins with a word: names, functions and aggregates, windows, CASE. */
final class CallParser {

  private static final int ARGUMENTS_MAX = 16;
  private static final int BRANCHES_MAX = 256;
  private static final int KEYS_MAX = 16;

  /** A value after CASE is written once and compared in each branch. */
  private static final int CASE_LENGTH_MAX = 128;

  /** The functions that {@code date_trunc} names otherwise. */
  private static final Map<String, String> UNITS =
      Map.of("year", "year", "quarter", "quarter", "month", "month", "week", "week", "day", "date");

  private static final Map<String, String> TYPES =
      Map.of(
          "whole", "whole",
          "int", "whole",
          "integer", "whole",
          "bigint", "whole",
          "decimal", "decimal",
          "date", "date",
          "timestamp", "timestamp");

  private final TokenStream tokens;
  private final ExpressionParser expressions;

  CallParser(TokenStream tokens, ExpressionParser expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
  }

  /** A column, a function, or a literal such as {@code date '2024-01-31'}. */
  Expr name() throws Refused {
    Token next = tokens.peek(1);
    if (next.is("(") && tokens.peek().kind() == Token.Kind.WORD) {
      return function();
    }
    Token first = tokens.expectName("a value");
    if (next.kind() == Token.Kind.TEXT && first.kind() == Token.Kind.WORD) {
      return literal(first);
    }
    if (!tokens.takes(".")) {
      return new Expr.Name(null, first.text(), first.at());
    }
    Token column = tokens.peek();
    if (column.is("*")) {
      throw Refused.word(column, " is not possible here: name the columns");
    }
    if (column.kind() != Token.Kind.WORD && column.kind() != Token.Kind.NAME) {
      throw Refused.expected("a column of " + first.text(), column);
    }
    tokens.take();
    if (tokens.at(".")) {
      throw Refused.word(tokens.peek(), ": a column is named by its table and its name only");
    }
    return new Expr.Name(first.text(), column.text(), first.at());
  }

  private Expr literal(Token type) throws Refused {
    Token text = tokens.take();
    if (type.is("date") || type.is("timestamp")) {
      return new Expr.Text(text.text(), text.at());
    }
    if (type.is("interval")) {
      throw Refused.word(type, " is not possible: compare with the day itself");
    }
    throw Refused.expected("an operator or a comma", text);
  }

  private Expr function() throws Refused {
    Token name = tokens.peek();
    String lower = name.lower();
    if (lower.equals("left") || lower.equals("right")) {
      throw Refused.word(name, " is not a function here: write substring(x, 1, 3)");
    }
    if (Words.REFUSED_FUNCTIONS.containsKey(lower)) {
      throw Refused.word(name, Words.REFUSED_FUNCTIONS.get(lower));
    }
    tokens.expectName("a value");
    tokens.expect("(");
    Expr.Call call =
        switch (lower) {
          case "cast" -> cast(name.at());
          case "extract" -> extract(name.at());
          case "date_trunc" -> truncated(name.at());
          default -> call(lower, name.at());
        };
    tokens.expect(")");
    refuseAfter();
    return tokens.at("over") ? over(call, name) : call;
  }

  private Expr.Call call(String function, At at) throws Refused {
    expressions.refuseSubquery();
    if (tokens.at("*", ")")) {
      Token star = tokens.take();
      if (!function.equals("count")) {
        throw Refused.word(star, ": only count takes it; name a column");
      }
      return new Expr.Call(function, List.of(), false, true, at);
    }
    boolean distinct = tokens.takes("distinct");
    List<Expr> arguments = tokens.at(")") ? List.of() : expressions.list(ARGUMENTS_MAX);
    return new Expr.Call(function, arguments, distinct, false, at);
  }

  /** {@code cast(x as decimal(2))}: the type is the second argument. */
  private Expr.Call cast(At at) throws Refused {
    Expr of = expressions.parse();
    tokens.expect("as");
    Token name = tokens.expectName("a type");
    Expr type = new Expr.Text(type(name), name.at());
    return new Expr.Call("cast", List.of(of, type), false, false, at);
  }

  private String type(Token name) throws Refused {
    String type = name.kind() == Token.Kind.WORD ? TYPES.get(name.lower()) : null;
    if (type == null) {
      throw Refused.word(name, " is not a type here: write whole, decimal(2), date or timestamp");
    }
    if (!type.equals("decimal")) {
      return type;
    }
    tokens.expect("(");
    Token scale = tokens.take();
    if (scale.kind() != Token.Kind.NUMBER || !scale.text().matches("\\d|1[0-8]")) {
      throw Refused.expected("a number of digits after the point, 0 to 18", scale);
    }
    if (tokens.at(",")) {
      throw Refused.word(name, " takes one number, its digits after the point: decimal(2)");
    }
    tokens.expect(")");
    return "decimal(" + scale.text() + ")";
  }

  /** Only what is the same number in other SQL; a month here is 2024-01 and not 1. */
  private Expr.Call extract(At at) throws Refused {
    Token field = tokens.expectName("what to extract");
    String function =
        switch (field.lower()) {
          case "year" -> "year";
          case "hour" -> "hour";
          case "isodow" -> "weekday";
          case "month", "quarter", "week" ->
              throw Refused.word(
                  field,
                  ": would be a number without its year; write %s(x), which is such as %s"
                      .formatted(
                          field.lower(),
                          Map.of("month", "2024-01", "quarter", "2024-Q1", "week", "2024-W01")
                              .get(field.lower())));
          case "day" -> throw Refused.word(field, ": write date(x), which is such as 2024-01-31");
          case "dow" ->
              throw Refused.word(field, ": write isodow, where Monday is 1 and Sunday is 7");
          default -> throw Refused.word(field, " cannot be extracted: write year, hour or isodow");
        };
    tokens.expect("from");
    return new Expr.Call(function, List.of(expressions.parse()), false, false, at);
  }

  private Expr.Call truncated(At at) throws Refused {
    Token unit = tokens.take();
    String lower = unit.text().toLowerCase(Locale.ROOT);
    if (unit.kind() != Token.Kind.TEXT || !UNITS.containsKey(lower)) {
      throw Refused.word(
          unit, ": date_trunc takes 'year', 'quarter', 'month', 'week' or 'day' first");
    }
    tokens.expect(",");
    return new Expr.Call(UNITS.get(lower), List.of(expressions.parse()), false, false, at);
  }

  private void refuseAfter() throws Refused {
    Token next = tokens.peek();
    if (next.is("filter")) {
      throw Refused.word(next, " is not possible: write sum(case when … then x end)");
    }
    if (next.is("within")) {
      throw Refused.word(next, " group is not possible: write quantile(x, 0.5)");
    }
  }

  private Expr over(Expr.Call call, Token name) throws Refused {
    Token over = tokens.take();
    if (!call.function().equals("row_number") && !call.function().equals("sum")) {
      throw Refused.word(name, " has no window: only row_number() and sum(x) have one");
    }
    if (!tokens.takes("(")) {
      throw Refused.word(over, " needs parentheses: over (partition by a order by b desc)");
    }
    boolean partitioned = tokens.takes("partition", "by");
    List<Expr> partitionBy = partitioned ? expressions.list(KEYS_MAX) : List.of();
    Token order = tokens.peek();
    boolean ordered = tokens.takes("order", "by");
    List<Expr.Order> orderBy = ordered ? expressions.order(KEYS_MAX) : List.of();
    Token end = tokens.peek();
    if (end.is("rows") || end.is("range") || end.is("groups")) {
      throw Refused.word(end, " is not possible: a window is the whole partition");
    }
    tokens.expect(")");
    boolean isPlace = call.function().equals("row_number");
    if (isPlace && !ordered) {
      throw Refused.word(name, " needs an order: over (order by x desc)");
    }
    if (!isPlace && ordered) {
      throw Refused.word(order, " is not possible here: a sum is that of the whole partition");
    }
    return new Expr.Over(call, partitionBy, orderBy, over.at());
  }

  /** {@code case x when 1 then …} becomes {@code case when x = 1 then …}. */
  Expr cases() throws Refused {
    Token begin = tokens.expect("case");
    Expr of = tokens.at("when") ? null : compared(begin);
    List<Expr.When> whens = new ArrayList<>();
    while (tokens.at("when")) {
      if (whens.size() == BRANCHES_MAX) {
        throw Refused.word(tokens.peek(), ": a case of more than " + BRANCHES_MAX + " branches");
      }
      whens.add(when(of));
    }
    if (whens.isEmpty()) {
      throw Refused.expected("\"when\"", tokens.peek());
    }
    Expr otherwise = tokens.takes("else") ? expressions.parse() : null;
    tokens.expect("end");
    return new Expr.Case(whens, otherwise, begin.at());
  }

  /** Two levels deep, because the comparison may need parentheses when it is written. */
  private Expr compared(Token begin) throws Refused {
    expressions.enter();
    Expr of = expressions.parse();
    expressions.leave();
    Token end = tokens.peek();
    if (end.place().start() - begin.place().start() > CASE_LENGTH_MAX) {
      throw Refused.word(
          begin,
          " compares a long expression: write case when … = … then …, with at most "
              + CASE_LENGTH_MAX
              + " characters before when");
    }
    return of;
  }

  private Expr.When when(@Nullable Expr of) throws Refused {
    Token when = tokens.expect("when");
    if (of != null) {
      expressions.enter();
    }
    Expr value = expressions.parse();
    if (of != null) {
      expressions.leave();
    }
    tokens.expect("then");
    Expr condition = of == null ? value : new Expr.Binary(Sign.EQUAL, of, value, when.at());
    return new Expr.When(condition, expressions.parse());
  }
}
