package dev.roastery.testkit.oracle;

import static java.util.Comparator.naturalOrder;
import static java.util.Comparator.nullsFirst;
import static java.util.Comparator.nullsLast;
import static java.util.Comparator.reverseOrder;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The five results by maps of decimals, for datasets that fit into memory as text. */
public final class NaiveOracle {

  private static final LocalTime FIRST = LocalTime.of(6, 0, 0);
  private static final LocalTime LAST = LocalTime.of(23, 0, 0);
  private static final BigDecimal HIGH = BigDecimal.valueOf(75);

  private final Path dataset;
  private final List<Map<String, String>> transactions;

  private NaiveOracle(Path dataset) throws IOException {
    this.dataset = dataset;
    this.transactions = ofTwoYears("transactions");
  }

  /** The results as canonical CSV, by query. */
  public static SortedMap<String, String> results(Path dataset) throws IOException {
    var oracle = new NaiveOracle(dataset);
    SortedMap<String, String> results = new TreeMap<>();
    results.put("high-value-transactions", oracle.highValueTransactions());
    results.put("best-selling-items", oracle.bestItems("quantity", "quantity"));
    results.put("most-profitable-items", oracle.bestItems("subtotal", "profit"));
    results.put("tpv-by-store", oracle.tpvByStore());
    results.put("top-customers", oracle.topCustomers());
    return results;
  }

  private List<Map<String, String>> ofTwoYears(String table) throws IOException {
    return CsvTable.rows(dataset, table).stream()
        .filter(row -> row.containsKey("created_at"))
        .filter(row -> time(row).getYear() == 2024 || time(row).getYear() == 2025)
        .toList();
  }

  private String highValueTransactions() {
    List<Map<String, String>> found =
        transactions.stream()
            .filter(NaiveOracle::isInHours)
            .filter(NaiveOracle::isHigh)
            .sorted(
                Comparator.<Map<String, String>, @Nullable String>comparing(
                        row -> row.get("transaction_id"), nullsFirst(naturalOrder()))
                    .thenComparing(row -> money(row, "final_amount")))
            .toList();
    var csv = new ResultCsv();
    csv.row("transaction_id", "final_amount");
    found.forEach(row -> csv.row(row.get("transaction_id"), money(row, "final_amount")));
    return csv.toString();
  }

  private String bestItems(String column, String measure) throws IOException {
    var names = names("menu_items", "item_id", "item_name");
    Groups<String> months = new Groups<>();
    for (Map<String, String> row : ofTwoYears("transaction_items")) {
      BigDecimal value = column.equals("quantity") ? whole(row, column) : money(row, column);
      months.add(time(row).toString().substring(0, 7), whole(row, "item_id"), value);
    }
    var csv = new ResultCsv();
    csv.row("month", "item_name", measure);
    months.forEach((month, items) ->
        best(items, 1).forEach(item -> csv.row(month, names.get(item), items.get(item))));
    return csv.toString();
  }

  private String tpvByStore() throws IOException {
    var names = names("stores", "store_id", "store_name");
    Groups<String> halves = new Groups<>();
    for (Map<String, String> row : transactions.stream().filter(NaiveOracle::isInHours).toList()) {
      String half = time(row).getYear() + (time(row).getMonthValue() <= 6 ? "-H1" : "-H2");
      halves.add(half, whole(row, "store_id"), money(row, "final_amount"));
    }
    var csv = new ResultCsv();
    csv.row("half", "store_name", "tpv");
    halves.forEach(
        (half, stores) -> stores.forEach((store, sum) -> csv.row(half, names.get(store), sum)));
    return csv.toString();
  }

  private String topCustomers() throws IOException {
    var names = names("stores", "store_id", "store_name");
    var birthdates = names("users", "user_id", "birthdate");
    Groups<BigDecimal> stores = new Groups<>();
    for (Map<String, String> row : transactions) {
      if (row.containsKey("user_id")) {
        stores.add(whole(row, "store_id"), whole(row, "user_id"), BigDecimal.ONE);
      }
    }
    var csv = new ResultCsv();
    csv.row("store_name", "user_id", "birthdate", "purchases");
    stores.forEach((store, users) ->
        best(users, 3)
            .forEach(
                user -> csv.row(names.get(store), user, birthdates.get(user), users.get(user))));
    return csv.toString();
  }

  /** Sums by two keys, both in ascending order, a missing one first. */
  private static final class Groups<K extends Comparable<K>>
      extends TreeMap<@Nullable K, NavigableMap<@Nullable BigDecimal, @Nullable BigDecimal>> {

    private static final long serialVersionUID = 1;

    Groups() {
      super(nullsFirst(naturalOrder()));
    }

    void add(@Nullable K first, @Nullable BigDecimal second, @Nullable BigDecimal value) {
      var sums = computeIfAbsent(first, _ -> new TreeMap<>(nullsFirst(naturalOrder())));
      BigDecimal sum = sums.get(second);
      sums.put(second, sum == null ? value : value == null ? sum : sum.add(value));
    }
  }

  /** The keys of the highest sums; of equal ones, the lower key first, for sorting is stable. */
  private static List<@Nullable BigDecimal> best(
      NavigableMap<@Nullable BigDecimal, @Nullable BigDecimal> sums, int limit) {
    List<@Nullable BigDecimal> keys = new ArrayList<>(sums.keySet());
    keys.sort(Comparator.comparing(sums::get, nullsLast(reverseOrder())));
    return keys.subList(0, Math.min(limit, keys.size()));
  }

  private Map<@Nullable BigDecimal, String> names(String table, String key, String name)
      throws IOException {
    Map<@Nullable BigDecimal, String> names = new HashMap<>();
    for (Map<String, String> row : CsvTable.rows(dataset, table)) {
      names.put(whole(row, key), row.get(name));
    }
    return names;
  }

  private static boolean isInHours(Map<String, String> row) {
    LocalTime time = time(row).toLocalTime();
    return !time.isBefore(FIRST) && !time.isAfter(LAST);
  }

  private static boolean isHigh(Map<String, String> row) {
    BigDecimal amount = money(row, "final_amount");
    return amount != null && amount.compareTo(HIGH) >= 0;
  }

  private static LocalDateTime time(Map<String, String> row) {
    return LocalDateTime.parse(requireNonNull(row.get("created_at")).replace(' ', 'T'));
  }

  private static @Nullable BigDecimal money(Map<String, String> row, String column) {
    return number(row, column, 2);
  }

  /** Whole numbers come as 12345 and as 12345.0. */
  private static @Nullable BigDecimal whole(Map<String, String> row, String column) {
    return number(row, column, 0);
  }

  private static @Nullable BigDecimal number(Map<String, String> row, String column, int scale) {
    String text = row.get(column);
    return text == null ? null : new BigDecimal(text).setScale(scale, RoundingMode.UNNECESSARY);
  }
}
