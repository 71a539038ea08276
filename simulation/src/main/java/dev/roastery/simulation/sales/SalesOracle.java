package dev.roastery.simulation.sales;

import static dev.roastery.simulation.sales.SalesTable.number;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The results from the rows alone, by sorted maps; SalesOracleTest compares it with another. */
public final class SalesOracle {

  private final Sales sales;

  public SalesOracle(Sales sales) {
    this.sales = sales;
  }

  /** The canonical CSV. */
  public String answer(String query) {
    return switch (query) {
      case "high-value-transactions" -> highValue();
      case "best-selling-items" -> best("quantity", "quantity", String::valueOf);
      case "most-profitable-items" -> best("profit", "subtotal", SalesOracle::money);
      case "tpv-by-store" -> tpv();
      case "top-customers" -> customers();
      case "sales-by-store" -> salesByStore();
      case "customers-of-stores" -> customersOfStores();
      case "items-of-months" -> itemsOfMonths();
      default -> throw new IllegalArgumentException("no query " + query);
    };
  }

  private String highValue() {
    Stream<String> lines =
        inYears("transactions")
            .filter(SalesOracle::inHours)
            .filter(row -> number(row, "final_amount") >= 7_500)
            .map(row -> row.get("transaction_id") + "," + money(number(row, "final_amount")));
    return csv("transaction_id,final_amount", lines.sorted());
  }

  private String salesByStore() {
    Map<Long, String> names = names("stores", "store_id", "store_name");
    Stream<String> lines =
        sales.table("transactions").rows().stream()
            .filter(row -> number(row, "final_amount") >= 5_000)
            .map(row ->
                names.getOrDefault(number(row, "store_id"), "") + "," + row.get("transaction_id"));
    return csv("store_name,transaction_id", lines.sorted());
  }

  private String best(String measure, String column, Function<Long, String> shown) {
    Map<Long, String> names = names("menu_items", "item_id", "item_name");
    TreeMap<String, TreeMap<Long, Long>> months = new TreeMap<>();
    inYears("transaction_items")
        .forEach(row ->
            months
                .computeIfAbsent(time(row).toString().substring(0, 7), _ -> new TreeMap<>())
                .merge(number(row, "item_id"), number(row, column), Long::sum));
    List<String> lines = new ArrayList<>();
    months.forEach((month, sums) ->
        highest(sums, 1)
            .forEach(item ->
                lines.add(
                    month
                        + ","
                        + names.getOrDefault(item.getKey(), "")
                        + ","
                        + shown.apply(item.getValue()))));
    return csv("month,item_name," + measure, lines.stream());
  }

  private String tpv() {
    Map<Long, String> names = names("stores", "store_id", "store_name");
    TreeMap<String, TreeMap<Long, Long>> halves = new TreeMap<>();
    inYears("transactions")
        .filter(SalesOracle::inHours)
        .forEach(row ->
            halves
                .computeIfAbsent(
                    time(row).getYear() + (time(row).getMonthValue() < 7 ? "-H1" : "-H2"),
                    _ -> new TreeMap<>())
                .merge(number(row, "store_id"), number(row, "final_amount"), Long::sum));
    List<String> lines = new ArrayList<>();
    halves.forEach((half, sums) ->
        sums.forEach((store, sum) ->
            lines.add(half + "," + names.getOrDefault(store, "") + "," + money(sum))));
    return csv("half,store_name,tpv", lines.stream());
  }

  private String customers() {
    Map<Long, String> names = names("stores", "store_id", "store_name");
    Map<Long, String> births = names("users", "user_id", "birthdate");
    TreeMap<Long, TreeMap<Long, Long>> stores = new TreeMap<>();
    inYears("transactions")
        .filter(row -> row.containsKey("user_id"))
        .forEach(row ->
            stores
                .computeIfAbsent(number(row, "store_id"), _ -> new TreeMap<>())
                .merge(number(row, "user_id"), 1L, Long::sum));
    List<String> lines = new ArrayList<>();
    stores.forEach((store, users) ->
        highest(users, 3)
            .forEach(user ->
                lines.add(
                    names.getOrDefault(store, "")
                        + ","
                        + user.getKey()
                        + ","
                        + births.getOrDefault(user.getKey(), "")
                        + ","
                        + user.getValue())));
    return csv("store_name,user_id,birthdate,purchases", lines.stream());
  }

  /** Of stores that tie, those without a name come first, then the others by name. */
  private String customersOfStores() {
    record Line(String store, long customers, long middle) {}

    Map<Long, String> names = names("stores", "store_id", "store_name");
    Stream<Line> lines =
        grouped("transactions", row -> names.getOrDefault(number(row, "store_id"), ""))
            .entrySet()
            .stream()
            .filter(store -> store.getValue().size() > 1)
            .map(store ->
                new Line(
                    store.getKey(),
                    different(store.getValue(), "user_id"),
                    twiceTheMedian(store.getValue(), "final_amount")))
            .sorted(
                Comparator.comparingLong(Line::customers)
                    .thenComparingLong(Line::middle)
                    .reversed())
            .limit(3);
    return csv(
        "store_name,customers,middle",
        lines.map(line ->
            "%s,%d,%s"
                .formatted(line.store, line.customers, BigDecimal.valueOf(line.middle * 5, 3))));
  }

  private String itemsOfMonths() {
    Map<Long, String> names = names("menu_items", "item_id", "item_name");
    names.remove(0L);
    List<String> lines = new ArrayList<>();
    grouped("transaction_items", row -> time(row).toString().substring(0, 7))
        .forEach((month, rows) -> {
          rows.removeIf(row -> !names.containsKey(number(row, "item_id")));
          TreeMap<Long, Long> sums = new TreeMap<>();
          rows.forEach(
              row -> sums.merge(number(row, "item_id"), number(row, "subtotal"), Long::sum));
          long whole = sums.values().stream().mapToLong(sum -> sum).sum();
          for (Map.Entry<Long, Long> item : highest(sums, 2)) {
            var ofItem =
                rows.stream().filter(row -> number(row, "item_id") == item.getKey()).toList();
            lines.add(
                "%s,%s,%s,%d,%s"
                    .formatted(
                        month,
                        names.get(item.getKey()),
                        money(item.getValue()),
                        different(ofItem, "quantity"),
                        money(whole)));
          }
        });
    return csv("month,item_name,revenue,quantities,whole", lines.stream());
  }

  private SortedMap<String, List<Map<String, Object>>> grouped(
      String table, Function<Map<String, Object>, String> key) {
    return sales.table(table).rows().stream()
        .collect(Collectors.groupingBy(key, TreeMap::new, Collectors.toList()));
  }

  private static long different(List<Map<String, Object>> rows, String column) {
    return rows.stream().map(row -> row.get(column)).filter(Objects::nonNull).distinct().count();
  }

  private static long twiceTheMedian(List<Map<String, Object>> rows, String column) {
    long[] values = rows.stream().mapToLong(row -> number(row, column)).sorted().toArray();
    return values[(values.length - 1) / 2] + values[values.length / 2];
  }

  /** Of a sorted map: sorting is stable, so of equal ones the lower key comes first. */
  private static List<Map.Entry<Long, Long>> highest(Map<Long, Long> sums, int limit) {
    return sums.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(limit)
        .toList();
  }

  private Map<Long, String> names(String table, String key, String name) {
    Map<Long, String> names = new TreeMap<>();
    for (Map<String, Object> row : sales.table(table).rows()) {
      Object value = Objects.requireNonNull(row.get(name));
      String shown = value instanceof Long day ? LocalDate.ofEpochDay(day).toString() : "" + value;
      names.put(number(row, key), shown);
    }
    return names;
  }

  private Stream<Map<String, Object>> inYears(String table) {
    return sales.table(table).rows().stream()
        .filter(row -> time(row).getYear() == 2024 || time(row).getYear() == 2025);
  }

  private static boolean inHours(Map<String, Object> row) {
    int second = time(row).toLocalTime().toSecondOfDay();
    return second >= 6 * 3600 && second <= 23 * 3600;
  }

  private static LocalDateTime time(Map<String, Object> row) {
    return LocalDateTime.ofEpochSecond(number(row, "created_at"), 0, ZoneOffset.UTC);
  }

  private static String money(long cents) {
    return BigDecimal.valueOf(cents, 2).toString();
  }

  private static String csv(String header, Stream<String> lines) {
    StringBuilder csv = new StringBuilder(header).append('\n');
    lines.forEach(line -> csv.append(line).append('\n'));
    return csv.toString();
  }
}
