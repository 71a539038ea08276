package dev.roastery.common.query.expression;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression; names are only names yet. Expressions that say the same are equal. */
public sealed interface Expr {

  At at();

  /** A column, or something that a query has given a name: {@code price}, {@code o.price}. */
  record Name(@Nullable String table, String name, At at) implements Expr {}

  /** A number, exact. */
  record Num(BigDecimal value, At at) implements Expr {
    public Num {
      value = value.scale() < 0 ? value.setScale(0) : value;
    }
  }

  /** {@code 'text'} */
  record Text(String value, At at) implements Expr {}

  /** {@code true} or {@code false} */
  record Truth(boolean value, At at) implements Expr {}

  /** {@code null} */
  record Null(At at) implements Expr {}

  /** {@code -a}, {@code not a} */
  record Unary(Sign sign, Expr of, At at) implements Expr {}

  /** {@code a + b}; {@code at} is the place of the operator. */
  record Binary(Sign sign, Expr left, Expr right, At at) implements Expr {}

  /** {@code a in (1, 2)}, perhaps with {@code not}. */
  record In(Expr of, List<Expr> values, boolean not, At at) implements Expr {
    public In {
      values = List.copyOf(values);
    }
  }

  /** {@code a between 1 and 2}, both included. */
  record Between(Expr of, Expr low, Expr high, boolean not, At at) implements Expr {}

  /** {@code a like 'x%'}: {@code %} stands for any characters, {@code _} for one. */
  record Like(Expr of, Expr pattern, boolean not, At at) implements Expr {}

  /** {@code a is null} */
  record IsNull(Expr of, boolean not, At at) implements Expr {}

  /** {@code case when a then b else c end} */
  record Case(List<When> whens, @Nullable Expr otherwise, At at) implements Expr {
    public Case {
      whens = List.copyOf(whens);
    }
  }

  /** One branch of a {@link Case}. */
  record When(Expr condition, Expr then) {}

  /**
   * A function or an aggregate, its name in lower case: {@code lower(city)}, {@code count(*)} (
   * {@code star}, no arguments), {@code count(distinct a)}.
   */
  record Call(String function, List<Expr> arguments, boolean distinct, boolean star, At at)
      implements Expr {
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * A function of a group and of those that stand with it: {@code row_number() over (partition by a
   * order by b desc)}, {@code sum(sum(price)) over (partition by a)}.
   */
  record Over(Call call, List<Expr> partitionBy, List<Order> orderBy, At at) implements Expr {
    public Over {
      partitionBy = List.copyOf(partitionBy);
      orderBy = List.copyOf(orderBy);
    }
  }

  /** One thing to order by. Nulls come last in either direction. */
  record Order(Expr by, boolean descending) {}

  /** An operator. */
  enum Sign {
    OR("or", 1),
    AND("and", 2),
    NOT("not", 3),
    EQUAL("=", 4),
    NOT_EQUAL("<>", 4),
    LESS("<", 4),
    AT_MOST("<=", 4),
    GREATER(">", 4),
    AT_LEAST(">=", 4),
    PLUS("+", 5),
    MINUS("-", 5),
    TIMES("*", 6),
    DIVIDED("/", 6),
    NEGATED("-", 7);

    private final String word;
    private final int binding;

    Sign(String word, int binding) {
      this.word = word;
      this.binding = binding;
    }

    /** As it is written. */
    public String word() {
      return word;
    }

    /** What binds more strongly stands closer to its operands. */
    public int binding() {
      return binding;
    }
  }
}
