package dev.roastery.gateway.collect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A query twice: as the document that the pipeline gets, and as plain lambdas over objects, from
 * which {@link #answer} computes the same result the naive way.
 */
class ModelQuery {

  record Condition(String json, Predicate<Object[]> test) {}

  record GroupKey(String name, String json, Function<Object[], Object> value) {}

  record Measure(String name, String json, Function<List<Object[]>, Object> value) {}

  record Rank(List<String> partitionBy, String orderBy, int limit, boolean ascending) {}

  /** {@code take} are pairs of a column of the table and its name in the result. */
  record Join(ModelTable table, String on, List<String[]> take) {}

  final String name;
  final ModelTable from;
  final List<Condition> where = new ArrayList<>();
  final List<GroupKey> keys = new ArrayList<>();
  final List<Measure> measures = new ArrayList<>();
  Rank rank;
  final List<Join> joins = new ArrayList<>();
  final List<String> select = new ArrayList<>();

  ModelQuery(String name, ModelTable from) {
    this.name = name;
    this.from = from;
  }

  boolean filters() {
    return keys.isEmpty() && measures.isEmpty();
  }

  /** The result as canonical CSV. */
  String answer() {
    List<Object[]> rows = from.rows();
    where.forEach(condition -> rows.removeIf(condition.test().negate()));
    List<Map<String, Object>> result = filters() ? single(rows) : ranked(grouped(rows));
    result.forEach(row -> joins.forEach(join -> look(join, row)));
    if (filters()) {
      result.sort(by(select));
    }
    StringBuilder csv = new StringBuilder(select.stream().collect(joining(","))).append('\n');
    for (Map<String, Object> row : result) {
      csv.append(select.stream().map(row::get).map(ModelQuery::cell).collect(joining(",")));
      csv.append('\n');
    }
    return csv.toString();
  }

  private List<Map<String, Object>> single(List<Object[]> rows) {
    List<Map<String, Object>> result = new ArrayList<>();
    for (Object[] row : rows) {
      Map<String, Object> named = new HashMap<>();
      from.columns.forEach(column -> named.put(column.name(), row[from.at(column.name())]));
      result.add(named);
    }
    return result;
  }

  private List<Map<String, Object>> grouped(List<Object[]> rows) {
    Map<List<Object>, List<Object[]>> groups = new LinkedHashMap<>();
    if (keys.isEmpty()) {
      groups.put(List.of(), new ArrayList<>());
    }
    for (Object[] row : rows) {
      List<Object> key = new ArrayList<>();
      keys.forEach(k -> key.add(k.value().apply(row)));
      groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(row);
    }
    List<Map<String, Object>> result = new ArrayList<>();
    groups.forEach((key, members) -> {
      Map<String, Object> named = new HashMap<>();
      for (int at = 0; at < key.size(); at++) {
        named.put(keys.get(at).name(), key.get(at));
      }
      measures.forEach(m -> named.put(m.name(), m.value().apply(members)));
      result.add(named);
    });
    return result;
  }

  private List<Map<String, Object>> ranked(List<Map<String, Object>> groups) {
    List<String> names = keys.stream().map(GroupKey::name).toList();
    if (rank == null) {
      groups.sort(by(names));
      return groups;
    }
    Comparator<Map<String, Object>> measure =
        Comparator.comparing(row -> row.get(rank.orderBy()), ModelQuery::compare);
    measure = rank.ascending() ? measure : measure.reversed();
    Comparator<Map<String, Object>> missingLast =
        Comparator.comparing(row -> row.get(rank.orderBy()) == null);
    groups.sort(
        by(rank.partitionBy())
            .thenComparing(missingLast)
            .thenComparing(measure)
            .thenComparing(by(names)));
    Map<List<Object>, Integer> seen = new HashMap<>();
    groups.removeIf(row -> {
      List<Object> partition = new ArrayList<>();
      rank.partitionBy().forEach(name -> partition.add(row.get(name)));
      return seen.merge(partition, 1, Integer::sum) > rank.limit();
    });
    return groups;
  }

  private static void look(Join join, Map<String, Object> row) {
    int key = join.table().at(join.table().key);
    Object wanted = row.get(join.on());
    Object[] found = null;
    for (Object[] candidate : wanted == null ? List.<Object[]>of() : join.table().rows()) {
      if (found == null && wanted.equals(candidate[key])) {
        found = candidate;
      }
    }
    for (String[] take : join.take()) {
      row.put(take[1], found == null ? null : found[join.table().at(take[0])]);
    }
  }

  private static Comparator<Map<String, Object>> by(List<String> names) {
    Comparator<Map<String, Object>> order = (_, _) -> 0;
    for (String name : names) {
      order = order.thenComparing(row -> row.get(name), ModelQuery::compare);
    }
    return order;
  }

  /** Nulls first, texts by their UTF-8. */
  @SuppressWarnings({"unchecked", "rawtypes"}) // values of one column are of one type
  static int compare(Object one, Object other) {
    if (one == null || other == null) {
      return Boolean.compare(one != null, other != null);
    }
    if (one instanceof String a && other instanceof String b) {
      return Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));
    }
    return ((Comparable) one).compareTo(other);
  }

  static String cell(Object value) {
    return switch (value) {
      case null -> "";
      case BigDecimal decimal -> decimal.toPlainString();
      case LocalDateTime time -> time.format(DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss"));
      case LocalTime time -> time.format(DateTimeFormatter.ofPattern("HH:mm:ss"));
      case String text when text.isEmpty() || text.matches("(?s).*[,\"\r\n].*") ->
          "\"" + text.replace("\"", "\"\"") + "\"";
      default -> value.toString();
    };
  }

  String json() {
    List<String> fields = new ArrayList<>();
    fields.add(quoted("name") + ": " + quoted(name));
    fields.add(quoted("from") + ": " + quoted(from.name));
    if (!where.isEmpty()) {
      fields.add("\"where\": " + listed(where.stream().map(Condition::json).toList()));
    }
    if (!keys.isEmpty()) {
      fields.add("\"groupBy\": " + listed(keys.stream().map(GroupKey::json).toList()));
    }
    if (!measures.isEmpty()) {
      String all =
          measures.stream().map(m -> quoted(m.name()) + ": " + m.json()).collect(joining(", "));
      fields.add("\"measures\": { " + all + " }");
    }
    if (rank != null) {
      fields.add(
          "\"rank\": { \"partitionBy\": %s, \"orderBy\": %s, \"limit\": %d, \"direction\": %s }"
              .formatted(
                  listed(rank.partitionBy().stream().map(ModelQuery::quoted).toList()),
                  quoted(rank.orderBy()),
                  rank.limit(),
                  quoted(rank.ascending() ? "asc" : "desc")));
    }
    if (!joins.isEmpty()) {
      fields.add("\"join\": " + listed(joins.stream().map(ModelQuery::json).toList()));
    }
    fields.add("\"select\": " + listed(select.stream().map(ModelQuery::quoted).toList()));
    return "{ " + String.join(",\n  ", fields) + " }";
  }

  private static String json(Join join) {
    String take =
        join.take().stream()
            .map(t -> "{ \"column\": %s, \"as\": %s }".formatted(quoted(t[0]), quoted(t[1])))
            .collect(joining(", "));
    return "{ \"table\": %s, \"on\": { %s: %s }, \"take\": [ %s ] }"
        .formatted(quoted(join.table().name), quoted(join.on()), quoted(join.table().key), take);
  }

  private static String listed(List<String> items) {
    return "[ " + String.join(", ", items) + " ]";
  }

  static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '"' || c == '\\' || c < ' ') {
        json.append("\\u%04x".formatted((int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
