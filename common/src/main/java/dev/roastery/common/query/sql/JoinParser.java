package dev.roastery.common.query.sql;

import dev.roastery.common.query.document.NameSuggestions;
import dev.roastery.common.query.expression.At;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.language.Limits;
import dev.roastery.common.query.language.Select;
import dev.roastery.common.query.language.Select.Duplicates;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * FROM and its joins. {@code left join first row of items i on …} takes the first of several rows
 * with one key; this form is our own.
 */
final class JoinParser {

  private static final int KEYS_MAX = 16;

  private final TokenStream tokens;
  private final Set<String> aliases = new HashSet<>();
  private String first = "";

  JoinParser(TokenStream tokens) {
    this.tokens = tokens;
  }

  Select.Source from() throws Refused {
    Select.Source from = source();
    first = from.alias().value();
    if (tokens.at(",")) {
      throw Refused.word(
          tokens.peek(), " between tables is not possible: write left join items i on …");
    }
    return from;
  }

  List<Select.Join> joins() throws Refused {
    List<Select.Join> joins = new ArrayList<>();
    while (true) {
      Token begin = tokens.peek();
      boolean left = tokens.takes("left");
      if (left) {
        tokens.takes("outer");
      }
      boolean inner = !left && tokens.takes("inner");
      if (!tokens.at("join")) {
        refuseOther(begin, left || inner);
        return joins;
      }
      tokens.take();
      if (joins.size() == Limits.JOINS_MAX) {
        throw Refused.word(begin, ": at most " + Limits.JOINS_MAX + " joins are possible");
      }
      joins.add(join(!left, begin.at()));
    }
  }

  private void refuseOther(Token begin, boolean expected) throws Refused {
    Token next = tokens.peek();
    String instead =
        next.kind() == Token.Kind.WORD ? Words.REFUSED_CLAUSES.get(next.lower()) : null;
    if (instead != null) {
      throw Refused.word(next, instead);
    }
    if (expected) {
      throw Refused.expected("\"join\" after \"" + begin.lower() + "\"", next);
    }
    if (next.is(",")) {
      throw Refused.word(next, " between tables is not possible: write left join items i on …");
    }
  }

  private Select.Join join(boolean inner, At at) throws Refused {
    boolean takesFirst = tokens.takes("first", "row", "of");
    Select.Source source = source();
    String alias = source.alias().value();
    Token by = tokens.peek();
    List<Select.On> on;
    if (tokens.takes("on")) {
      on = on(alias);
    } else if (tokens.takes("using")) {
      on = using(alias);
    } else {
      refuseOther(by, false);
      throw Refused.expected("\"on\", as in on l.item_id = " + alias + ".id,", by);
    }
    return new Select.Join(source, inner, takesFirst ? Duplicates.FIRST : Duplicates.FAIL, on, at);
  }

  private Select.Source source() throws Refused {
    Token table = tokens.peek();
    if (table.is("(")) {
      throw Refused.word(table, ": a query inside of a query is not possible; name a table here");
    }
    tokens.expectName("a table");
    if (tokens.at(".") || tokens.at("(")) {
      throw Refused.word(
          tokens.peek(), " is not possible here: a table has one name, its folder's");
    }
    boolean named = tokens.takes("as");
    Token next = tokens.peek();
    boolean aliased =
        named
            || next.kind() == Token.Kind.NAME
            || (next.isName() && !Words.REFUSED_CLAUSES.containsKey(next.lower()));
    Token alias = aliased ? tokens.expectName("another name for the table") : table;
    if (!aliases.add(alias.text())) {
      throw Refused.word(alias, " names two tables: give one of them another name");
    }
    return new Select.Source(table.str(), alias.str());
  }

  private List<Select.On> using(String alias) throws Refused {
    List<Select.On> on = new ArrayList<>();
    tokens.expect("(");
    do {
      checkKeys(on);
      Token column = tokens.expectName("a column of both tables");
      on.add(
          new Select.On(
              new Expr.Name(first, column.text(), column.at()),
              new Expr.Name(alias, column.text(), column.at())));
    } while (tokens.takes(","));
    tokens.expect(")");
    return on;
  }

  private List<Select.On> on(String alias) throws Refused {
    List<Select.On> on = new ArrayList<>();
    boolean inParentheses = tokens.takes("(");
    do {
      checkKeys(on);
      on.add(pair(alias));
    } while (tokens.takes("and"));
    if (inParentheses) {
      tokens.expect(")");
    }
    if (tokens.at("or")) {
      throw Refused.word(
          tokens.peek(), " is not possible in ON: it takes a.x = b.y, and more of these with AND");
    }
    return on;
  }

  private void checkKeys(List<Select.On> on) throws Refused {
    if (on.size() == KEYS_MAX) {
      throw new Refused(tokens.peek().place(), "a join of more than " + KEYS_MAX + " columns");
    }
  }

  /** The side of the joined table is its key, whichever comes first. */
  private Select.On pair(String alias) throws Refused {
    Token begin = tokens.peek();
    Expr.Name one = column(alias);
    if (!tokens.at("=")) {
      throw Refused.expected(
          "\"=\": ON takes equal columns, such as l.item_id = i.id,"
              + " and other conditions stand in where; so \"=\"",
          tokens.peek());
    }
    tokens.take();
    Expr.Name other = column(alias);
    boolean oneIsKey =
        alias.equals(one.table())
            || (one.table() == null && other.table() != null && !alias.equals(other.table()));
    boolean otherIsKey =
        alias.equals(other.table())
            || (other.table() == null && one.table() != null && !alias.equals(one.table()));
    if (oneIsKey == otherIsKey) {
      throw Refused.word(
          begin,
          ": one side is a column of %s, the other of a table before it; write both with their tables, as in l.item_id = %s.id"
              .formatted(NameSuggestions.quoted(alias), alias));
    }
    Expr.Name key = oneIsKey ? one : other;
    return new Select.On(oneIsKey ? other : one, new Expr.Name(alias, key.name(), key.at()));
  }

  private Expr.Name column(String alias) throws Refused {
    Token first = tokens.peek();
    if (first.kind() != Token.Kind.NAME && first.kind() != Token.Kind.WORD) {
      throw Refused.expected("a column, as in on l.item_id = " + alias + ".id", first);
    }
    tokens.expectName("a column");
    if (tokens.at("(")) {
      throw Refused.word(first, " is a function: ON takes equal columns only, as they are");
    }
    if (!tokens.takes(".")) {
      return new Expr.Name(null, first.text(), first.at());
    }
    Token column = tokens.take();
    if (column.kind() != Token.Kind.NAME && column.kind() != Token.Kind.WORD) {
      throw Refused.expected("a column of " + first.text(), column);
    }
    return new Expr.Name(first.text(), column.text(), first.at());
  }
}
