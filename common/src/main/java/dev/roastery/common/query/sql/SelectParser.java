package dev.roastery.common.query.sql;

import dev.roastery.common.query.document.Expect;
import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.language.Limits;
import dev.roastery.common.query.language.Select;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One SELECT statement, clause by clause. */
final class SelectParser {

  private static final int KEYS_MAX = 16;

  private final Str name;
  private final TokenStream tokens;
  private final ExpressionParser expressions;
  private final JoinParser joins;
  private final List<Select.Item> items = new ArrayList<>();

  SelectParser(Str name, TokenStream tokens) {
    this.name = name;
    this.tokens = tokens;
    this.expressions = new ExpressionParser(tokens);
    this.joins = new JoinParser(tokens);
  }

  Select parse() throws Refused {
    Token distinct = begin();
    do {
      items.add(item());
    } while (tokens.takes(","));
    tokens.expect("from");
    Select.Source from = joins.from();
    List<Select.Join> joined = joins.joins();
    Expr where = tokens.takes("where") ? expressions.parse() : null;
    List<Expr> groupBy = groupBy(distinct);
    Expr having = tokens.takes("having") ? expressions.parse() : null;
    Select.Rank rank = tokens.takes("qualify") ? rank() : null;
    boolean ordered = tokens.takes("order", "by");
    List<Expr.Order> orderBy = ordered ? expressions.order(KEYS_MAX) : List.of();
    Integer limit = tokens.takes("limit") ? Integer.valueOf(count(tokens.take())) : null;
    end();
    return new Select(name, items, from, joined, where, groupBy, having, rank, orderBy, limit);
  }

  /** The word DISTINCT, if it is there. */
  private @Nullable Token begin() throws Refused {
    Token first = tokens.peek();
    if (!first.is("select")) {
      String instead =
          first.kind() == Token.Kind.WORD ? Words.REFUSED_STATEMENTS.get(first.lower()) : null;
      throw instead == null ? Refused.expected("\"select\"", first) : Refused.word(first, instead);
    }
    tokens.take();
    Token distinct = tokens.at("distinct") ? tokens.take() : null;
    if (distinct != null && tokens.at("on")) {
      throw Refused.word(
          tokens.peek(), " is not possible here: write qualify row_number() over (…) <= 1");
    }
    return distinct;
  }

  private Select.Item item() throws Refused {
    if (items.size() == Limits.SELECT_MAX) {
      throw new Refused(
          tokens.peek().place(), "a result has at most " + Limits.SELECT_MAX + " columns");
    }
    Token first = tokens.peek();
    if (first.is("from")) {
      throw Refused.expected("a column", first);
    }
    Expr expr = expressions.parse();
    if (tokens.takes("as")) {
      return new Select.Item(expr, tokens.expectName("a name for the column").str());
    }
    if (isAlias(tokens.peek())) {
      return new Select.Item(expr, tokens.take().str());
    }
    String byDefault = SqlWriter.nameOf(expr);
    if (!Expect.isName(byDefault)) {
      throw Refused.word(first, " begins a column without a name: give it one with AS");
    }
    return new Select.Item(expr, new Str(byDefault, first.place()));
  }

  /** Whether a name follows that can only be an alias. */
  private static boolean isAlias(Token token) {
    return token.isName()
        && (token.kind() == Token.Kind.NAME || !Words.REFUSED_CLAUSES.containsKey(token.lower()));
  }

  /** DISTINCT groups by all that is selected. */
  private List<Expr> groupBy(@Nullable Token distinct) throws Refused {
    Token group = tokens.peek();
    boolean grouped = tokens.takes("group", "by");
    if (distinct != null && grouped) {
      throw Refused.word(distinct, " is not possible with group by: groups are distinct already");
    }
    if (distinct != null) {
      return IntStream.rangeClosed(1, items.size())
          .mapToObj(i -> (Expr) new Expr.Num(BigDecimal.valueOf(i), distinct.at()))
          .toList();
    }
    if (!grouped) {
      return List.of();
    }
    Token first = tokens.peek();
    boolean all = first.is("all") && !tokens.peek(1).is(".");
    if (all || ((first.is("rollup") || first.is("cube")) && tokens.peek(1).is("("))) {
      throw Refused.word(first, " is not possible: write the keys, such as group by 1, 2");
    }
    List<Expr> keys = expressions.list(Limits.SELECT_MAX);
    if (keys.isEmpty()) {
      throw Refused.expected("a key", group);
    }
    return keys;
  }

  /** {@code row_number() over (…) <= k}, or the name of a column that is one. */
  private Select.Rank rank() throws Refused {
    Token begin = tokens.peek();
    Expr condition = expressions.parse();
    if (condition instanceof Expr.Binary(var sign, var left, Expr.Num(var value, _), _)
        && place(left) instanceof Expr.Over over) {
      int atMost =
          switch (sign) {
            case AT_MOST -> wholeOr0(value);
            case LESS -> wholeOr0(value.subtract(BigDecimal.ONE));
            case EQUAL -> value.compareTo(BigDecimal.ONE) == 0 ? 1 : 0;
            default -> 0;
          };
      if (atMost > 0) {
        return new Select.Rank(over, atMost);
      }
    }
    throw Refused.word(
        begin,
        " begins another condition than qualify knows: write row_number() over (partition by a"
            + " order by b desc) <= 3");
  }

  private @Nullable Expr place(Expr left) {
    Expr expr = left;
    if (left instanceof Expr.Name(var table, var alias, _) && table == null) {
      expr =
          items.stream()
              .filter(item -> item.as().value().equals(alias))
              .map(Select.Item::expr)
              .findFirst()
              .orElse(left);
    }
    return expr instanceof Expr.Over over && over.call().function().equals("row_number")
        ? over
        : null;
  }

  private static int wholeOr0(BigDecimal value) {
    boolean good =
        value.signum() > 0
            && value.stripTrailingZeros().scale() <= 0
            && value.compareTo(BigDecimal.valueOf(Limits.RANK_MAX)) <= 0;
    return good ? value.intValueExact() : 0;
  }

  private static int count(Token token) throws Refused {
    boolean digits =
        token.kind() == Token.Kind.NUMBER && token.text().matches("0{0,9}[1-9][0-9]{0,9}");
    if (!digits || Long.parseLong(token.text()) > Limits.RANK_MAX) {
      throw Refused.expected("a whole number from 1 to " + Limits.RANK_MAX, token);
    }
    return Integer.parseInt(token.text());
  }

  private void end() throws Refused {
    boolean more = false;
    while (tokens.takes(";")) {
      more = true;
    }
    Token next = tokens.peek();
    if (next.kind() == Token.Kind.END) {
      return;
    }
    if (more) {
      throw Refused.word(next, " begins a second statement: one statement is one question");
    }
    String instead =
        next.kind() == Token.Kind.WORD ? Words.REFUSED_CLAUSES.get(next.lower()) : null;
    throw instead == null
        ? Refused.expected(
            "the end, or another clause in its order (where, group by, having,"
                + " qualify, order by, limit)",
            next)
        : Refused.word(next, instead);
  }
}
