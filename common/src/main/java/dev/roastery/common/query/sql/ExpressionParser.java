package dev.roastery.common.query.sql;

import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.expression.Expr.Sign;
import dev.roastery.common.query.language.Limits;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Expressions, by recursive descent: one method for each strength of binding, the weakest first.
 *
 * <pre>
 *   or ▶ and ▶ not ▶ comparison ▶ sum ▶ product ▶ negation ▶ primary ▶ ( or )
 * </pre>
 *
 * Chains such as {@code a + b + c} are loops, everything else that nests counts its levels; so
 * neither this parser nor the walks over its trees run out of stack.
 */
final class ExpressionParser {

  static final int LEVELS_MAX = 64;

  /** A chain makes a tree as deep as it is long. */
  static final int CHAINED_MAX = 512;

  private static final int DIGITS_MAX = 38;
  private static final int NUMBER_LENGTH_MAX = 80;

  private static final Map<String, Sign> COMPARISONS =
      Map.of(
          "=", Sign.EQUAL,
          "<>", Sign.NOT_EQUAL,
          "<", Sign.LESS,
          "<=", Sign.AT_MOST,
          ">", Sign.GREATER,
          ">=", Sign.AT_LEAST);

  private final TokenStream tokens;
  private final CallParser calls;
  private int level;
  private int chained;

  ExpressionParser(TokenStream tokens) {
    this.tokens = tokens;
    this.calls = new CallParser(tokens, this);
  }

  Expr parse() throws Refused {
    if (level == 0) {
      chained = 0;
    }
    enter();
    Expr expr = or();
    leave();
    refuseForeign();
    return expr;
  }

  /** An expression, and those after it that commas separate. */
  List<Expr> list(int max) throws Refused {
    List<Expr> list = new ArrayList<>();
    do {
      if (list.size() == max) {
        throw new Refused(tokens.peek().place(), "a list of more than " + max);
      }
      list.add(parse());
    } while (tokens.takes(","));
    return list;
  }

  List<Expr.Order> order(int max) throws Refused {
    List<Expr.Order> order = new ArrayList<>();
    do {
      if (order.size() == max) {
        throw new Refused(tokens.peek().place(), "more than " + max + " things to order by");
      }
      Expr by = parse();
      boolean descending = tokens.takes("desc");
      if (!descending) {
        tokens.takes("asc");
      }
      nulls();
      order.add(new Expr.Order(by, descending));
    } while (tokens.takes(","));
    return order;
  }

  private void nulls() throws Refused {
    if (tokens.at("nulls")) {
      Token nulls = tokens.take();
      if (!tokens.takes("last")) {
        throw Refused.word(
            nulls, " come last in either direction: to have them first, order by x is not null, x");
      }
    }
  }

  /** Goes one level deeper. */
  void enter() throws Refused {
    level++;
    if (level > LEVELS_MAX) {
      throw new Refused(
          tokens.peek().place(), "nested too deeply; at most " + LEVELS_MAX + " levels");
    }
  }

  void leave() {
    level--;
  }

  private void chain(Token operator) throws Refused {
    chained++;
    if (chained > CHAINED_MAX) {
      throw Refused.word(
          operator,
          " is operator number %d of one expression, and at most %d are possible: a list is x in (…)"
              .formatted(chained, CHAINED_MAX));
    }
  }

  private Expr or() throws Refused {
    Expr left = and();
    while (tokens.at("or")) {
      Token operator = tokens.take();
      chain(operator);
      left = new Expr.Binary(Sign.OR, left, and(), operator.at());
    }
    return left;
  }

  private Expr and() throws Refused {
    Expr left = not();
    while (tokens.at("and")) {
      Token operator = tokens.take();
      chain(operator);
      left = new Expr.Binary(Sign.AND, left, not(), operator.at());
    }
    return left;
  }

  private Expr not() throws Refused {
    if (!tokens.at("not")) {
      return comparison();
    }
    Token not = tokens.take();
    enter();
    Expr of = not();
    leave();
    return new Expr.Unary(Sign.NOT, of, not.at());
  }

  private Expr comparison() throws Refused {
    Expr left = sum();
    Expr compared = compared(left);
    if (compared == null) {
      return left;
    }
    Token next = tokens.peek();
    if (COMPARISONS.keySet().stream().anyMatch(next::is) || next.is("is")) {
      throw Refused.word(next, " follows another comparison: put one of them in parentheses");
    }
    return compared;
  }

  private @Nullable Expr compared(Expr left) throws Refused {
    Token operator = tokens.peek();
    Sign sign = operator.kind() == Token.Kind.SIGN ? COMPARISONS.get(operator.text()) : null;
    if (sign != null) {
      tokens.take();
      return new Expr.Binary(sign, left, sum(), operator.at());
    }
    if (tokens.takes("is")) {
      return isNull(left, operator);
    }
    boolean not = tokens.takes("not");
    if (tokens.takes("in")) {
      return new Expr.In(left, values(), not, operator.at());
    }
    if (tokens.takes("between")) {
      Expr low = sum();
      tokens.expect("and");
      return new Expr.Between(left, low, sum(), not, operator.at());
    }
    if (tokens.takes("like")) {
      return new Expr.Like(left, sum(), not, operator.at());
    }
    refuseForeign();
    if (not) {
      throw Refused.expected("\"in\", \"between\" or \"like\" after \"not\"", tokens.peek());
    }
    return null;
  }

  private Expr isNull(Expr left, Token is) throws Refused {
    boolean not = tokens.takes("not");
    Token next = tokens.peek();
    if (next.is("distinct")) {
      throw Refused.word(next, " from is not possible: write a = b or (a is null and b is null)");
    }
    if (next.is("true") || next.is("false")) {
      throw Refused.word(next, " after is is not possible: write the condition alone, or not");
    }
    tokens.expect("null");
    return new Expr.IsNull(left, not, is.at());
  }

  private List<Expr> values() throws Refused {
    tokens.expect("(");
    refuseSubquery();
    List<Expr> values = list(Limits.VALUES_MAX);
    tokens.expect(")");
    return values;
  }

  private Expr sum() throws Refused {
    Expr left = product();
    while (tokens.at("+") || tokens.at("-")) {
      Token operator = tokens.take();
      chain(operator);
      Sign sign = operator.is("+") ? Sign.PLUS : Sign.MINUS;
      left = new Expr.Binary(sign, left, product(), operator.at());
    }
    return left;
  }

  private Expr product() throws Refused {
    Expr left = negation();
    while (tokens.at("*") || tokens.at("/")) {
      Token operator = tokens.take();
      chain(operator);
      Sign sign = operator.is("*") ? Sign.TIMES : Sign.DIVIDED;
      left = new Expr.Binary(sign, left, negation(), operator.at());
    }
    return left;
  }

  /** {@code -5} is a number, {@code -(5)} a negation. */
  private Expr negation() throws Refused {
    if (!tokens.at("-")) {
      return primary();
    }
    Token minus = tokens.take();
    if (tokens.peek().kind() == Token.Kind.NUMBER) {
      return new Expr.Num(number(tokens.take()).negate(), minus.at());
    }
    enter();
    Expr of = negation();
    leave();
    return new Expr.Unary(Sign.NEGATED, of, minus.at());
  }

  private Expr primary() throws Refused {
    refuseSubquery();
    Token token = tokens.peek();
    return switch (token.kind()) {
      case NUMBER -> new Expr.Num(number(tokens.take()), token.at());
      case TEXT -> new Expr.Text(tokens.take().text(), token.at());
      case NAME -> calls.name();
      case WORD -> word(token);
      case SIGN, END -> inParentheses(token);
    };
  }

  private Expr inParentheses(Token first) throws Refused {
    if (first.is("*")) {
      throw Refused.word(first, " is not possible here: name the columns");
    }
    if (first.is("+")) {
      throw Refused.word(first, " stands before a value: leave it out");
    }
    if (!first.is("(")) {
      throw Refused.expected("a value", first);
    }
    tokens.take();
    Expr inner = parse();
    tokens.expect(")");
    return inner;
  }

  private Expr word(Token word) throws Refused {
    return switch (word.lower()) {
      case "true", "false" -> new Expr.Truth(tokens.take().is("true"), word.at());
      case "null" -> new Expr.Null(tokens.take().at());
      case "case" -> calls.cases();
      default -> calls.name();
    };
  }

  void refuseSubquery() throws Refused {
    Token token = tokens.peek();
    if (token.is("select") || token.is("exists") || token.is("with")) {
      throw Refused.word(
          token, ": a query inside of a query is not possible; join a table, or ask two questions");
    }
  }

  /** An operator of other SQL, where one of ours could stand. */
  private void refuseForeign() throws Refused {
    Token token = tokens.peek();
    String instead =
        token.kind() == Token.Kind.WORD ? Words.REFUSED_OPERATORS.get(token.lower()) : null;
    if (instead != null) {
      throw Refused.word(token, instead);
    }
  }

  private static BigDecimal number(Token token) throws Refused {
    if (token.text().length() <= NUMBER_LENGTH_MAX) {
      try {
        BigDecimal value = new BigDecimal(token.text());
        if (value.precision() <= DIGITS_MAX && Math.abs((long) value.scale()) <= DIGITS_MAX) {
          return value;
        }
      } catch (NumberFormatException _) {
        // An exponent without digits, or with too many: said below.
      }
    }
    throw Refused.word(token, ": a number has at most " + DIGITS_MAX + " digits");
  }
}
