package dev.roastery.common.query.sql;

import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.language.Select;
import org.jspecify.annotations.Nullable;

/**
 * Writes canonical SQL: keywords in lower case, parentheses where they are needed. {@link Sql}
 * reads the same question again.
 */
public final class SqlWriter {

  private final StringBuilder out = new StringBuilder();
  private final ExpressionWriter expressions = new ExpressionWriter(out);
  private final String separator;

  private SqlWriter(String separator) {
    this.separator = separator;
  }

  /** On one line. */
  public static String write(Select select) {
    return new SqlWriter(" ").statement(select);
  }

  /** Each clause on a line of its own. */
  public static String writeLines(Select select) {
    return new SqlWriter("\n").statement(select) + "\n";
  }

  public static String write(Expr expr) {
    StringBuilder text = new StringBuilder();
    new ExpressionWriter(text).write(expr);
    return text.toString();
  }

  /** What a column of the result is called that has no other name. */
  public static String nameOf(Expr expr) {
    return expr instanceof Expr.Name name ? name.name() : write(expr);
  }

  private String statement(Select select) {
    out.append("select ");
    String comma = "";
    for (Select.Item item : select.items()) {
      out.append(comma);
      item(item);
      comma = ", ";
    }
    clause("from ");
    source(select.from());
    select.joins().forEach(this::join);
    condition("where ", select.where());
    if (!select.groupBy().isEmpty()) {
      clause("group by ");
      expressions.list(select.groupBy());
    }
    condition("having ", select.having());
    Select.Rank rank = select.rank();
    if (rank != null) {
      clause("qualify ");
      expressions.write(rank.place());
      out.append(" <= ").append(rank.limit());
    }
    if (!select.orderBy().isEmpty()) {
      clause("order by ");
      expressions.order(select.orderBy());
    }
    if (select.limit() != null) {
      clause("limit ");
      out.append(select.limit());
    }
    return out.toString();
  }

  private void clause(String words) {
    out.append(separator).append(words);
  }

  private void condition(String words, @Nullable Expr condition) {
    if (condition != null) {
      clause(words);
      expressions.write(condition);
    }
  }

  private void item(Select.Item item) {
    expressions.write(item.expr());
    if (!item.as().value().equals(nameOf(item.expr()))) {
      out.append(" as ").append(ExpressionWriter.name(item.as().value()));
    }
  }

  private void source(Select.Source source) {
    out.append(ExpressionWriter.name(source.table().value()));
    if (!source.alias().equals(source.table())) {
      out.append(" as ").append(ExpressionWriter.name(source.alias().value()));
    }
  }

  private void join(Select.Join join) {
    clause(join.inner() ? "join " : "left join ");
    out.append(join.duplicates() == Select.Duplicates.FIRST ? "first row of " : "");
    source(join.source());
    String word = " on ";
    for (Select.On on : join.on()) {
      out.append(word);
      expressions.write(on.left());
      out.append(" = ");
      expressions.write(on.key());
      word = " and ";
    }
  }
}
