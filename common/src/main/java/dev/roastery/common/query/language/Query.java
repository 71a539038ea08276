package dev.roastery.common.query.language;

import dev.roastery.common.query.document.Json;
import dev.roastery.common.query.document.Json.Str;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query as its author wrote it: names are only names yet, each with its place in the document.
 * {@code BoundQuery} is what it means.
 */
public record Query(
    Str name,
    Str from,
    List<Condition> where,
    List<Key> groupBy,
    List<Measure> measures,
    @Nullable Rank rank,
    List<Join> join,
    List<Str> select)
    implements Question {

  public Query {
    where = List.copyOf(where);
    groupBy = List.copyOf(groupBy);
    measures = List.copyOf(measures);
    join = List.copyOf(join);
    select = List.copyOf(select);
  }

  /** Without groupBy and measures a query lets single rows pass. */
  public boolean filtersRows() {
    return groupBy.isEmpty() && measures.isEmpty();
  }

  /** {@code "created_at"}, or {@code {"month": "created_at"}}. */
  public record Operand(Function function, Str column) {}

  /** One condition; all of a query's must hold. */
  public record Condition(Operand operand, Test test) {}

  /** What a condition asks of a value. On a null only {@link IsNull} holds. */
  public sealed interface Test {}

  /** {@code ">=": 75} */
  public record Compare(Operator operator, Json value) implements Test {}

  /** {@code "in": [2024, 2025]} */
  public record In(List<Json> values) implements Test {
    public In {
      values = List.copyOf(values);
    }
  }

  /** {@code "between": ["06:00:00", "23:00:00"]}, both included. */
  public record Between(Json low, Json high) implements Test {}

  /** {@code "is": "null"} */
  public record IsNull() implements Test {}

  /** {@code "is": "not null"} */
  public record IsNotNull() implements Test {}

  /** How two values compare. */
  public enum Operator {
    EQUAL("="),
    LESS("<"),
    AT_MOST("<="),
    GREATER(">"),
    AT_LEAST(">=");

    private final String sign;

    Operator(String sign) {
      this.sign = sign;
    }

    public static Operator of(String sign) {
      for (Operator operator : values()) {
        if (operator.sign.equals(sign)) {
          return operator;
        }
      }
      throw new IllegalArgumentException("no operator " + sign);
    }

    public String sign() {
      return sign;
    }
  }

  /** One group key, and its name in the result. */
  public record Key(Operand operand, Str as) {}

  /** {@code "quantity": {"sum": "quantity"}}; the column of a count of rows is {@code *}. */
  public record Measure(Str name, Aggregate aggregate, Str column) {}

  /** The first {@code limit} groups of each partition. */
  public record Rank(List<Str> partitionBy, Str orderBy, int limit, Direction direction) {
    public Rank {
      partitionBy = List.copyOf(partitionBy);
    }
  }

  /** Which end of the measure comes first. */
  public enum Direction {
    DESC,
    ASC
  }

  /** Takes columns of the row of {@code table} whose {@code key} equals the result's {@code on}. */
  public record Join(Str table, Str on, Str key, List<Take> take) {
    public Join {
      take = List.copyOf(take);
    }
  }

  /** A column of a joined table, and its name in the result. */
  public record Take(Str column, Str as) {}
}
