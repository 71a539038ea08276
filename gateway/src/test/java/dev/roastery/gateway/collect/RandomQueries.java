package dev.roastery.gateway.collect;

import static dev.roastery.gateway.collect.ModelQuery.quoted;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.gateway.collect.ModelQuery.Condition;
import dev.roastery.gateway.collect.ModelQuery.GroupKey;
import dev.roastery.gateway.collect.ModelQuery.Join;
import dev.roastery.gateway.collect.ModelQuery.Measure;
import dev.roastery.gateway.collect.ModelQuery.Rank;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/** Valid queries of every shape over {@link RandomTables}. */
final class RandomQueries {

  private static final List<String> OPERATORS = List.of("=", "<", "<=", ">", ">=");

  private final RandomTables tables;
  private final SplittableRandom random;

  RandomQueries(RandomTables tables, SplittableRandom random) {
    this.tables = tables;
    this.random = random;
  }

  ModelQuery query(String name) {
    ModelQuery query = new ModelQuery(name, tables.sales);
    for (int left = random.nextInt(4) - 1; left > 0; left--) {
      query.where.add(condition());
    }
    List<String> names = new ArrayList<>();
    if (random.nextInt(4) == 0) {
      tables.sales.columns.forEach(column -> names.add(column.name()));
    } else {
      group(query);
      query.keys.forEach(key -> names.add(key.name()));
      query.measures.forEach(measure -> names.add(measure.name()));
    }
    join(query, names);
    select(query, names);
    return query;
  }

  private void group(ModelQuery query) {
    int keys = random.nextInt(5);
    for (int at = 0; at < keys; at++) {
      ColumnSpec column = any(tables.sales.columns);
      String function = any(functions(column.type()));
      String as = "k" + at;
      String json =
          "{ %s: %s, \"as\": \"%s\" }".formatted(quoted(function), quoted(column.name()), as);
      query.keys.add(new GroupKey(as, json, of(function, column)));
    }
    for (int at = keys == 0 ? -1 : 0; at < random.nextInt(4); at++) {
      query.measures.add(measure("m" + (at + 1)));
    }
    if (!query.measures.isEmpty() && random.nextInt(2) == 0) {
      List<String> partitionBy = new ArrayList<>();
      for (GroupKey key : query.keys) {
        if (random.nextInt(3) == 0) {
          partitionBy.add(key.name());
        }
      }
      String orderBy = any(query.measures).name();
      int limit = random.nextInt(3) == 0 ? 1_000 : random.nextInt(1, 5);
      query.rank = new Rank(partitionBy, orderBy, limit, random.nextInt(3) == 0);
    }
  }

  private void join(ModelQuery query, List<String> names) {
    if (random.nextInt(2) == 0) {
      joinOn(query, names, "shop", tables.shops, List.of("name", "opened", "item"));
    }
    if (random.nextInt(2) == 0) {
      joinOn(query, names, "item", tables.items, List.of("label", "price"));
    }
  }

  private void joinOn(
      ModelQuery query, List<String> names, String column, ModelTable table, List<String> all) {
    String on = joinable(query, names, column);
    if (on != null) {
      List<String[]> take = new ArrayList<>();
      for (String taken : all) {
        String as = table.name + "_" + taken;
        take.add(new String[] {taken, as});
        names.add(as);
      }
      query.joins.add(new Join(table, on, take));
    }
  }

  /** A column of the result that may be joined with a key of that name; null without one. */
  private static String joinable(ModelQuery query, List<String> names, String column) {
    if (names.contains(column)) {
      return column;
    }
    for (GroupKey key : query.keys) {
      if (key.json().contains("\"column\": \"" + column + "\"")) {
        return key.name();
      }
    }
    return column.equals("item") && names.contains("shops_item") ? "shops_item" : null;
  }

  private void select(ModelQuery query, List<String> names) {
    List<String> left = new ArrayList<>(names);
    for (int count = random.nextInt(1, left.size() + 1); count > 0; count--) {
      query.select.add(left.remove(random.nextInt(left.size())));
    }
  }

  private Condition condition() {
    ColumnSpec column = any(tables.sales.columns);
    String function = any(functions(column.type()));
    Function<Object[], Object> value = of(function, column);
    String operand = "{ %s: %s, ".formatted(quoted(function), quoted(column.name()));
    NavigableSet<Object> literals = literals(value);
    int kind = literals.isEmpty() ? 0 : random.nextInt(5);
    return switch (kind) {
      case 0 -> {
        boolean missing = random.nextInt(4) == 0;
        String is = operand + "\"is\": \"" + (missing ? "null" : "not null") + "\" }";
        yield new Condition(is, row -> (value.apply(row) == null) == missing);
      }
      case 1 -> {
        List<String> all = literals.stream().map(RandomQueries::literal).toList();
        yield holds(operand + "\"in\": " + all + " }", value, literals::contains);
      }
      case 2 -> {
        Object low = literals.first();
        Object high = literals.last();
        String json = operand + "\"between\": [" + literal(low) + ", " + literal(high) + "] }";
        yield holds(json, value, v -> compare(v, low) >= 0 && compare(v, high) <= 0);
      }
      default -> {
        Object limit = literals.first();
        String operator = any(OPERATORS);
        String json = operand + quoted(operator) + ": " + literal(limit) + " }";
        yield holds(json, value, v -> holds(operator, compare(v, limit)));
      }
    };
  }

  private static int compare(Object one, Object other) {
    return ModelQuery.compare(one, other);
  }

  private static boolean holds(String operator, int compared) {
    return switch (operator) {
      case "=" -> compared == 0;
      case "<" -> compared < 0;
      case "<=" -> compared <= 0;
      case ">" -> compared > 0;
      default -> compared >= 0;
    };
  }

  private static Condition holds(
      String json, Function<Object[], Object> value, Predicate<Object> test) {
    return new Condition(json, row -> value.apply(row) != null && test.test(value.apply(row)));
  }

  /** Some values that occur, of at most the length that a query may have. */
  private NavigableSet<Object> literals(Function<Object[], Object> value) {
    TreeSet<Object> literals = new TreeSet<>(RandomQueries::compare);
    List<Object[]> rows = tables.sales.rows();
    for (int left = rows.isEmpty() ? 0 : random.nextInt(1, 5); left > 0; left--) {
      Object literal = value.apply(any(rows));
      if (literal != null && literal.toString().length() < 500) {
        literals.add(literal);
      }
    }
    return literals;
  }

  private static String literal(Object value) {
    return value instanceof Long || value instanceof BigDecimal
        ? value.toString()
        : quoted(value instanceof String text ? text : ModelQuery.cell(value));
  }

  private Measure measure(String name) {
    if (random.nextInt(5) == 0) {
      return new Measure(name, "{ \"count\": \"*\" }", rows -> (long) rows.size());
    }
    ColumnSpec column = any(tables.sales.columns);
    boolean number = List.of("shop", "quantity", "amount").contains(column.name());
    List<String> fitting =
        column.type() instanceof ColumnType.Text
            ? List.of("count")
            : number ? List.of("sum", "avg", "sum", "min", "max") : List.of("min", "max", "count");
    return measure(name, any(fitting), column, tables.sales);
  }

  static Measure measure(String name, String aggregate, ColumnSpec column, ModelTable table) {
    int at = table.at(column.name());
    String json = "{ %s: %s }".formatted(quoted(aggregate), quoted(column.name()));
    return new Measure(
        name,
        json,
        rows ->
            aggregated(aggregate, rows.stream().map(r -> r[at]).filter(Objects::nonNull).toList()));
  }

  private static Object aggregated(String aggregate, List<Object> values) {
    if (aggregate.equals("count")) {
      return (long) values.size();
    }
    if (values.isEmpty()) {
      return null;
    }
    return switch (aggregate) {
      case "min" -> values.stream().min(RandomQueries::compare).orElseThrow();
      case "max" -> values.stream().max(RandomQueries::compare).orElseThrow();
      case "sum" ->
          values.getFirst() instanceof Long ? (Object) sum(values).longValueExact() : sum(values);
      default -> {
        BigDecimal sum = sum(values);
        yield sum.divide(
            BigDecimal.valueOf(values.size()), sum.scale() + 2, RoundingMode.HALF_EVEN);
      }
    };
  }

  private static BigDecimal sum(List<Object> values) {
    return values.stream()
        .map(v -> v instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf((Long) v))
        .reduce(BigDecimal::add)
        .orElseThrow();
  }

  static Function<Object[], Object> of(String function, ColumnSpec column, ModelTable table) {
    int at = table.at(column.name());
    return row -> row[at] == null ? null : applied(function, row[at]);
  }

  private Function<Object[], Object> of(String function, ColumnSpec column) {
    return of(function, column, tables.sales);
  }

  private static Object applied(String function, Object value) {
    LocalDate date =
        value instanceof LocalDateTime time
            ? time.toLocalDate()
            : value instanceof LocalDate day ? day : LocalDate.EPOCH;
    LocalTime clock = value instanceof LocalDateTime time ? time.toLocalTime() : LocalTime.MIN;
    return switch (function) {
      case "column" -> value;
      case "year" -> (long) date.getYear();
      case "month" -> date.toString().substring(0, 7);
      case "half" -> date.toString().substring(0, 4) + (date.getMonthValue() > 6 ? "-H2" : "-H1");
      case "date" -> date;
      case "hour" -> (long) clock.getHour();
      default -> clock;
    };
  }

  private static List<String> functions(ColumnType type) {
    return switch (type) {
      case ColumnType.Timestamp _ ->
          List.of("column", "year", "month", "half", "date", "hour", "time");
      case ColumnType.Date _ -> List.of("column", "year", "month", "half");
      default -> List.of("column");
    };
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
