package dev.roastery.gateway.collect;

import static java.util.stream.Collectors.joining;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.expression.Expr;
import dev.roastery.common.query.expression.Expr.Sign;
import dev.roastery.common.query.language.Select;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A SELECT in DuckDB's dialect, clause by clause. What differs is written out: what rounds halves
 * to even, since DuckDB rounds them away from zero; averages and divisions, which are of doubles
 * there; the mean of a median; half-years and the like; the order of nulls, and of what is
 * otherwise equal; the first row of a key.
 */
final class DuckDbSelect {

  /** A number has at most so many digits, those after the point included. */
  private static final int DIGITS = 19;

  /** DuckDB's limit. */
  private static final int DIGITS_MAX = 38;

  /** {@code half_even(7, 2)} is 4, {@code half_even(5, 2)} 2, and by 0 it is null. */
  static final String HALF_EVEN =
      """
      CREATE MACRO half_even(n, d) AS (n // nullif(d, 0)) + CASE
        WHEN 2 * abs(n % nullif(d, 0)) > abs(d)
          OR (2 * abs(n % nullif(d, 0)) = abs(d) AND (n // nullif(d, 0)) % 2 <> 0)
        THEN sign(n) * sign(d) ELSE 0 END
      """;

  /** How rows are joined where several have the same key. */
  enum Joins {
    /** As the question says: all of them, where it does not say "first row of". */
    AS_ASKED,
    /** Always the first. */
    FIRST
  }

  private final ModelSelect model;
  private final ModelExpr types;
  private final boolean isGrouped;

  DuckDbSelect(ModelSelect model) {
    this.model = model;
    this.types = model.exprs();
    this.isGrouped = model.isGrouped();
  }

  String sql(Joins joins) {
    List<String> items = new ArrayList<>();
    for (int at = 0; at < model.items.size(); at++) {
      String as = model.select.items().get(at).as().value();
      items.add(result(model.items.get(at)) + " AS " + quoted(as));
    }
    StringBuilder sql = new StringBuilder("SELECT " + String.join(", ", items) + from(joins));
    if (!model.where.isEmpty()) {
      sql.append("\nWHERE ").append(all(model.where, " AND ", this::row));
    }
    if (!model.keys.isEmpty()) {
      sql.append("\nGROUP BY ").append(all(model.keys, ", ", this::row));
    }
    if (model.having != null) {
      sql.append("\nHAVING ").append(result(model.having));
    }
    if (model.place != null) {
      sql.append("\nQUALIFY ").append(result(model.place));
      sql.append(" <= ").append(model.select.rank().limit());
    }
    sql.append("\nORDER BY ").append(order());
    return model.select.limit() == null ? sql.toString() : sql + "\nLIMIT " + model.select.limit();
  }

  /** How many rows there would be after the joins if none of them left rows out. */
  String rows(Joins joins) {
    return "SELECT count(*) AS rows" + from(joins).replace("\nJOIN ", "\nLEFT JOIN ");
  }

  private static String all(List<Expr> exprs, String between, Function<Expr, String> text) {
    return exprs.stream().map(text).collect(joining(between));
  }

  // ---- clauses

  private String from(Joins joins) {
    Select select = model.select;
    StringBuilder from = new StringBuilder("\nFROM ").append(quoted(select.from().table().value()));
    from.append(" AS ").append(quoted(select.from().alias().value()));
    for (Select.Join join : select.joins()) {
      boolean first = join.duplicates() == Select.Duplicates.FIRST || joins == Joins.FIRST;
      String table = quoted(join.source().table().value());
      from.append(join.inner() ? "\nJOIN " : "\nLEFT JOIN ");
      from.append(first ? firstRows(table, join.on()) : table);
      from.append(" AS ").append(quoted(join.source().alias().value()));
      from.append(" ON ");
      from.append(join.on().stream().map(DuckDbSelect::equal).collect(joining(" AND ")));
    }
    return from.toString();
  }

  private static String firstRows(String table, List<Select.On> on) {
    String keys = on.stream().map(each -> quoted(each.key().name())).collect(joining(", "));
    return "(SELECT * FROM %s QUALIFY row_number() OVER (PARTITION BY %s ORDER BY \"#\") = 1)"
        .formatted(table, keys);
  }

  private static String equal(Select.On on) {
    return name(on.left()) + " = " + name(on.key());
  }

  /** With what the document says of rows that are otherwise equal. */
  private String order() {
    List<String> order = new ArrayList<>();
    model.orderBy.forEach(by -> order.add(nullsLast(by)));
    if (order.isEmpty() && model.place != null) {
      model.place.partitionBy().forEach(by -> order.add(nullsFirst(result(by))));
      order.add(result(model.place));
    }
    if (isGrouped) {
      model.keys.forEach(key -> order.add(nullsFirst(row(key))));
    } else {
      for (int at = 1; at <= model.items.size(); at++) {
        order.add(nullsFirst(Integer.toString(at)));
      }
    }
    return order.isEmpty() ? "ALL" : String.join(", ", order);
  }

  private static String nullsFirst(String by) {
    return by + " ASC NULLS FIRST";
  }

  private String nullsLast(Expr.Order by) {
    return result(by.by()) + (by.descending() ? " DESC" : " ASC") + " NULLS LAST";
  }

  // ---- expressions

  /** Of single rows: in WHERE, in keys, in aggregates. */
  private String row(Expr expr) {
    return text(expr, false);
  }

  /** Of what there is after grouping, if there is any. */
  private String result(Expr expr) {
    return text(expr, isGrouped);
  }

  /**
   * @param ofGroup whether columns are those of a whole group: keys, and what depends on them,
   *     which DuckDB does not know
   */
  private String text(Expr expr, boolean ofGroup) {
    if (ofGroup && model.keys.contains(expr)) {
      return row(expr);
    }
    return switch (expr) {
      case Expr.Name name -> ofGroup ? "first(" + name(name) + ")" : name(name);
      case Expr.Num number -> number(number.value());
      case Expr.Text text -> "CAST(" + literal(text.value()) + " AS VARCHAR)";
      case Expr.Truth truth -> Boolean.toString(truth.value());
      case Expr.Null _ -> "NULL";
      case Expr.Unary(var sign, var of, _) ->
          "(" + (sign == Sign.NOT ? "NOT " : "-") + text(of, ofGroup) + ")";
      case Expr.Binary(var sign, var left, var right, _) -> {
        String both = operand(left, ofGroup) + " " + sign.word() + " " + operand(right, ofGroup);
        int scale = types.scale(expr);
        boolean isDecimal = sign.binding() >= Sign.PLUS.binding() && scale > 0;
        yield isDecimal ? decimal(both, scale) : "(" + both + ")";
      }
      case Expr.In(var of, var values, var not, _) -> {
        String all = values.stream().map(each -> operand(each, ofGroup)).collect(joining(", "));
        yield "(%s %s (%s))".formatted(operand(of, ofGroup), not ? "NOT IN" : "IN", all);
      }
      case Expr.Between(var of, var low, var high, var not, _) ->
          "(%s %s %s AND %s)"
              .formatted(
                  operand(of, ofGroup),
                  not ? "NOT BETWEEN" : "BETWEEN",
                  operand(low, ofGroup),
                  operand(high, ofGroup));
      case Expr.Like(var of, var pattern, var not, _) ->
          "(%s %s %s)"
              .formatted(text(of, ofGroup), not ? "NOT LIKE" : "LIKE", text(pattern, ofGroup));
      case Expr.IsNull(var of, var not, _) ->
          "(" + text(of, ofGroup) + (not ? " IS NOT NULL)" : " IS NULL)");
      case Expr.Case(var whens, var otherwise, _) -> {
        StringBuilder choice = new StringBuilder("CASE");
        for (Expr.When when : whens) {
          choice.append(" WHEN ").append(text(when.condition(), ofGroup));
          choice.append(" THEN ").append(text(when.then(), ofGroup));
        }
        yield choice
            .append(otherwise == null ? "" : " ELSE " + text(otherwise, ofGroup))
            .append(" END")
            .toString();
      }
      case Expr.Call call -> ModelSelect.isAggregate(call) ? aggregate(call) : call(call, ofGroup);
      case Expr.Over over -> over(over, ofGroup);
    };
  }

  /** A literal text next to a date is that date, as here. */
  private String operand(Expr expr, boolean ofGroup) {
    return expr instanceof Expr.Text text ? literal(text.value()) : text(expr, ofGroup);
  }

  private static String name(Expr.Name name) {
    return quoted(name.table()) + "." + quoted(name.name());
  }

  private static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  static String literal(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static String number(BigDecimal value) {
    int scale = Math.max(0, value.stripTrailingZeros().scale());
    String type = scale == 0 ? "BIGINT" : "DECIMAL(18, " + scale + ")";
    return "CAST(" + value.toPlainString() + " AS " + type + ")";
  }

  private String call(Expr.Call call, boolean ofGroup) {
    Expr first = call.arguments().getFirst();
    String of = text(first, ofGroup);
    String all = call.arguments().stream().map(each -> text(each, ofGroup)).collect(joining(", "));
    return switch (call.function()) {
      case "month" -> "strftime(" + of + ", '%Y-%m')";
      case "half" -> "(year(%1$s) || '-H' || ((month(%1$s) + 5) // 6))".formatted(of);
      case "quarter" -> "(year(%1$s) || '-Q' || quarter(%1$s))".formatted(of);
      case "week" ->
          "(isoyear(%1$s) || '-W' || lpad(CAST(week(%1$s) AS VARCHAR), 2, '0'))".formatted(of);
      case "weekday" -> "isodow(" + of + ")";
      case "date" -> "CAST(" + of + " AS DATE)";
      case "time" -> "CAST(" + of + " AS TIME)";
      case "round", "cast" -> converted(call, ofGroup);
      // DuckDB's has the type of its first argument, and so perhaps too few digits.
      case "nullif" ->
          types.scale(call) > types.scale(first)
              ? decimal("nullif(" + all + ")", types.scale(call))
              : "nullif(" + all + ")";
      case "substring" ->
          "substring("
              + of
              + ", "
              + numbers(call.arguments().subList(1, call.arguments().size()))
              + ")";
      case "year", "hour", "lower", "upper", "trim", "length", "abs", "coalesce" ->
          call.function() + "(" + all + ")";
      default -> throw new IllegalArgumentException("how does DuckDB say " + call.function());
    };
  }

  private static String numbers(List<Expr> literals) {
    return literals.stream()
        .map(each -> ((Expr.Num) each).value().toPlainString())
        .collect(joining(", "));
  }

  private String converted(Expr.Call call, boolean ofGroup) {
    Expr first = ModelExpr.dividend(call.arguments().getFirst());
    boolean isCast = call.function().equals("cast");
    String type = isCast ? ((Expr.Text) call.arguments().getLast()).value() : "";
    if (type.equals("date") || type.equals("timestamp")) {
      return "CAST(" + text(first, ofGroup) + " AS " + type + ")";
    }
    int scale = types.scale(call);
    if (first instanceof Expr.Binary(Sign sign, Expr left, Expr right, _) && sign == Sign.DIVIDED) {
      String dividend = unscaled(left, ofGroup) + times(types.scale(right) + scale);
      String divisor = unscaled(right, ofGroup) + times(types.scale(left));
      return scaled("half_even(" + dividend + ", " + divisor + ")", scale);
    }
    int from = types.scale(first);
    return from <= scale
        ? decimal(text(first, ofGroup), scale)
        : scaled(
            "half_even("
                + unscaled(first, ofGroup)
                + ", CAST(1"
                + "0".repeat(from - scale)
                + " AS HUGEINT))",
            scale);
  }

  private static String times(int zeros) {
    return " * CAST(1" + "0".repeat(zeros) + " AS HUGEINT)";
  }

  /** The digits of a number without its point. */
  private String unscaled(Expr expr, boolean ofGroup) {
    return unscaled(text(expr, ofGroup), types.scale(expr));
  }

  private static String unscaled(String number, int scale) {
    return "CAST("
        + decimal(number, scale)
        + " * "
        + decimal("1" + "0".repeat(scale), 0)
        + " AS HUGEINT)";
  }

  private static String scaled(String digits, int scale) {
    String unit = scale == 0 ? "1" : "0." + "0".repeat(scale - 1) + "1";
    return decimal(decimal(digits, 0) + " * " + decimal(unit, scale), scale);
  }

  /**
   * With so few digits that the common type of any two has no more than DuckDB's limit. Otherwise
   * it would have fewer digits after the point, and comparisons and CASE would be of rounded
   * numbers.
   */
  private static String decimal(String number, int scale) {
    int digits = Math.min(DIGITS + scale, DIGITS_MAX);
    return "CAST(%s AS DECIMAL(%d, %d))".formatted(number, digits, scale);
  }

  private String aggregate(Expr.Call call) {
    if (call.star()) {
      return "count(*)";
    }
    Expr first = call.arguments().getFirst();
    String of = row(first);
    int scale = types.scale(first);
    return switch (call.function()) {
      case "count" -> "count(" + (call.distinct() ? "DISTINCT " : "") + of + ")";
      case "sum" -> decimal("sum(" + of + ")", scale);
      case "avg" -> {
        String sum = unscaled("sum(" + of + ")", scale) + times(types.scale(call) - scale);
        yield scaled(
            "half_even(" + sum + ", CAST(count(" + of + ") AS HUGEINT))", types.scale(call));
      }
      case "median" ->
          decimal(
              "(quantile_disc(%1$s, 0.5) - quantile_disc(-(%1$s), 0.5)) * 0.5".formatted(of),
              scale + 1);
      case "quantile" ->
          "quantile_disc(" + of + ", " + numbers(call.arguments().subList(1, 2)) + ")";
      case "min", "max" -> call.function() + "(" + of + ")";
      default -> throw new IllegalArgumentException("how does DuckDB say " + call.function());
    };
  }

  private String over(Expr.Over over, boolean ofGroup) {
    List<String> window = new ArrayList<>();
    if (!over.partitionBy().isEmpty()) {
      window.add("PARTITION BY " + all(over.partitionBy(), ", ", each -> text(each, ofGroup)));
    }
    if (over.call().function().equals("row_number")) {
      List<String> order = new ArrayList<>();
      over.orderBy().forEach(by -> order.add(nullsLast(by)));
      model.ties().forEach(tie -> order.add(nullsFirst(text(tie, ofGroup))));
      window.add("ORDER BY " + String.join(", ", order));
      return "row_number() OVER (" + String.join(" ", window) + ")";
    }
    Expr of = over.call().arguments().getFirst();
    String sum = "sum(" + text(of, ofGroup) + ") OVER (" + String.join(" ", window) + ")";
    return decimal(sum, types.scale(of));
  }

  // ---- tables

  /** What makes a table, its rows with their numbers. */
  static List<String> table(ModelTable table) {
    String columns =
        table.columns.stream()
            .map(column -> ", " + quoted(column.name()) + " " + type(column.type()))
            .collect(joining());
    List<String> statements = new ArrayList<>();
    statements.add(
        "CREATE OR REPLACE TABLE %s (\"#\" BIGINT%s)".formatted(quoted(table.name), columns));
    List<String> rows = new ArrayList<>();
    for (Object[] row : table.rows()) {
      StringBuilder values = new StringBuilder("(" + rows.size());
      for (Object value : row) {
        values.append(", ").append(value(value));
      }
      rows.add(values.append(')').toString());
    }
    if (!rows.isEmpty()) {
      statements.add(
          "INSERT INTO %s VALUES %s".formatted(quoted(table.name), String.join(", ", rows)));
    }
    return statements;
  }

  private static String type(ColumnType type) {
    return switch (type) {
      case ColumnType.Whole _ -> "BIGINT";
      case ColumnType.Decimal decimal -> "DECIMAL(18, " + decimal.scale() + ")";
      case ColumnType.Date _ -> "DATE";
      case ColumnType.Timestamp _ -> "TIMESTAMP";
      case ColumnType.Text _ -> "VARCHAR";
    };
  }

  private static String value(Object value) {
    return switch (value) {
      case null -> "NULL";
      case Long _, BigDecimal _ -> value.toString();
      // Its parser takes no text with a zero.
      case String text -> literal(text).replace("\0", "' || chr(0) || '");
      default -> literal(value.toString().replace('T', ' '));
    };
  }
}
