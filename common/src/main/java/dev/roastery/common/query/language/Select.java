package dev.roastery.common.query.language;

import dev.roastery.common.query.document.Json.Str;
import dev.roastery.common.query.expression.At;
import dev.roastery.common.query.expression.Expr;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A question in the second version of the language: what a SELECT of SQL says, and a document with
 * expressions. All clauses mean what they mean in SQL: rows are joined, then filtered, grouped,
 * filtered again, ranked, ordered and cut.
 *
 * @param name of the result
 * @param where {@code null} without one, as {@code having} and {@code limit}
 * @param rank {@code null} without QUALIFY
 */
public record Select(
    Str name,
    List<Item> items,
    Source from,
    List<Join> joins,
    @Nullable Expr where,
    List<Expr> groupBy,
    @Nullable Expr having,
    @Nullable Rank rank,
    List<Expr.Order> orderBy,
    @Nullable Integer limit)
    implements Question {

  public Select {
    items = List.copyOf(items);
    joins = List.copyOf(joins);
    groupBy = List.copyOf(groupBy);
    orderBy = List.copyOf(orderBy);
  }

  /** A column of the result: {@code sum(price) as revenue}. */
  public record Item(Expr expr, Str as) {}

  /** A table, and what the expressions call it: its own name, where no other is given. */
  public record Source(Str table, Str alias) {}

  /**
   * Looks up one row of a table by its key.
   *
   * @param inner whether rows without a match are left out
   * @param duplicates what happens where several rows have the same key
   */
  public record Join(Source source, boolean inner, Duplicates duplicates, List<On> on, At at) {
    public Join {
      on = List.copyOf(on);
    }
  }

  /** {@code o.item_id = i.id}: {@code key} is a column of the joined table. */
  public record On(Expr.Name left, Expr.Name key) {}

  /** What happens where several rows of a joined table have the same key. */
  public enum Duplicates {
    /** The first counts, in the order of the files and their lines. */
    FIRST,
    /** The job fails and names the key: SQL would multiply rows. */
    FAIL
  }

  /** {@code qualify row_number() over (…) <= limit} */
  public record Rank(Expr.Over place, int limit) {}
}
