package dev.roastery.gateway.collect;

import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.gateway.collect.ModelQuery.Condition;
import dev.roastery.gateway.collect.ModelQuery.GroupKey;
import dev.roastery.gateway.collect.ModelQuery.Join;
import dev.roastery.gateway.collect.ModelQuery.Measure;
import dev.roastery.gateway.collect.ModelQuery.Rank;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** The built-in tables with random rows, and the built-in queries with what they mean. */
final class CoffeeShop {

  private static final Catalog CATALOG = Catalog.builtIn();

  private final SplittableRandom random;
  private final ModelTable transactions = table("transactions");
  private final ModelTable bought = table("transaction_items");
  private final ModelTable items = table("menu_items");
  private final ModelTable stores = table("stores");
  private final ModelTable users = table("users");

  CoffeeShop(SplittableRandom random) {
    this.random = random;
    fill(transactions, 3, 60);
    fill(bought, 3, 60);
    fill(items, 1, 8);
    fill(stores, 1, 4);
    fill(users, 2, 10);
  }

  Tables tables() {
    return CATALOG.tables();
  }

  List<ModelTable> all() {
    return List.of(transactions, bought, items, stores, users);
  }

  private static ModelTable table(String name) {
    return new ModelTable(
        name, CATALOG.tables().table(name).key(), CATALOG.tables().table(name).columns());
  }

  private void fill(ModelTable table, int parts, int rows) {
    for (int part = 0; part < parts; part++) {
      List<List<Object[]>> batches = new ArrayList<>();
      for (int batch = 0; batch < 3; batch++) {
        batches.add(new ArrayList<>());
        for (int row = 0; row < rows; row++) {
          batches.getLast().add(table.columns.stream().map(this::value).toArray());
        }
      }
      table.parts.add(batches);
    }
  }

  private Object value(ColumnSpec column) {
    return switch (column.name()) {
      case "user_id" -> random.nextInt(2) == 0 ? null : (Object) (long) random.nextInt(12);
      case "store_id" -> (long) random.nextInt(5);
      case "item_id" -> (long) random.nextInt(6);
      case "transaction_id" -> "t" + random.nextInt(1_000_000);
      case "quantity" -> (long) random.nextInt(1, 4);
      case "birthdate" -> LocalDate.of(1960, 1, 1).plusDays(random.nextInt(16_000));
      case "created_at" -> moment();
      default -> other(column);
    };
  }

  private Object other(ColumnSpec column) {
    Supplier<Object> decimal = () -> BigDecimal.valueOf(random.nextInt(7_000, 8_000), 2);
    return switch (column.format().name()) {
      case "text" -> column.name() + random.nextInt(9);
      case "decimal(2)" -> decimal.get();
      default -> null;
    };
  }

  /** Often at the edges of what the queries ask for. */
  private LocalDateTime moment() {
    LocalDate day =
        LocalDate.of(2023, 12, 30).plusMonths(random.nextInt(26)).plusDays(random.nextInt(4));
    LocalTime time =
        List.of(
                LocalTime.of(5, 59, 59),
                LocalTime.of(6, 0),
                LocalTime.of(23, 0),
                LocalTime.of(23, 0, 1),
                LocalTime.of(12, 30))
            .get(random.nextInt(5));
    return day.atTime(time);
  }

  List<ModelQuery> queries() {
    return List.of(
        highValue(),
        best("best-selling-items", "quantity", "quantity"),
        best("most-profitable-items", "profit", "subtotal"),
        tpv(),
        customers());
  }

  private static ModelQuery named(String name, ModelTable from) {
    String document = new String(Catalog.document(name), StandardCharsets.UTF_8);
    return new ModelQuery(name, from) {
      @Override
      String json() {
        return document;
      }
    };
  }

  private ModelQuery highValue() {
    ModelQuery query = named("high-value-transactions", transactions);
    where(query, this::inYears);
    where(query, this::inHours);
    int amount = transactions.at("final_amount");
    where(query, row -> ((BigDecimal) row[amount]).compareTo(new BigDecimal("75")) >= 0);
    query.select.addAll(List.of("transaction_id", "final_amount"));
    return query;
  }

  private ModelQuery best(String name, String measure, String column) {
    ModelQuery query = named(name, bought);
    int at = bought.at("created_at");
    where(query, row -> year(row[at]));
    query.keys.add(new GroupKey("month", "", row -> row[at].toString().substring(0, 7)));
    key(query, "item_id");
    query.measures.add(sum(measure, column, bought));
    query.rank = new Rank(List.of("month"), measure, 1, false);
    join(query, items, "item_id", "item_name");
    query.select.addAll(List.of("month", "item_name", measure));
    return query;
  }

  private ModelQuery tpv() {
    ModelQuery query = named("tpv-by-store", transactions);
    where(query, this::inYears);
    where(query, this::inHours);
    query.keys.add(new GroupKey("half", "", row -> half((LocalDateTime) row[created()])));
    key(query, "store_id");
    query.measures.add(sum("tpv", "final_amount", transactions));
    join(query, stores, "store_id", "store_name");
    query.select.addAll(List.of("half", "store_name", "tpv"));
    return query;
  }

  private ModelQuery customers() {
    ModelQuery query = named("top-customers", transactions);
    where(query, this::inYears);
    int user = transactions.at("user_id");
    where(query, row -> row[user] != null);
    key(query, "store_id");
    key(query, "user_id");
    query.measures.add(new Measure("purchases", "", rows -> (long) rows.size()));
    query.rank = new Rank(List.of("store_id"), "purchases", 3, false);
    join(query, stores, "store_id", "store_name");
    join(query, users, "user_id", "birthdate");
    query.select.addAll(List.of("store_name", "user_id", "birthdate", "purchases"));
    return query;
  }

  private int created() {
    return transactions.at("created_at");
  }

  private boolean inYears(Object[] row) {
    return year(row[created()]);
  }

  private static boolean year(Object moment) {
    int year = ((LocalDateTime) moment).getYear();
    return year == 2024 || year == 2025;
  }

  private boolean inHours(Object[] row) {
    LocalTime time = ((LocalDateTime) row[created()]).toLocalTime();
    return !time.isBefore(LocalTime.of(6, 0)) && !time.isAfter(LocalTime.of(23, 0));
  }

  private static String half(LocalDateTime moment) {
    return moment.getYear() + (moment.getMonthValue() <= 6 ? "-H1" : "-H2");
  }

  private static void where(ModelQuery query, Predicate<Object[]> test) {
    query.where.add(new Condition("", test));
  }

  private static void key(ModelQuery query, String column) {
    int at = query.from.at(column);
    query.keys.add(new GroupKey(column, "", row -> row[at]));
  }

  private static Measure sum(String name, String column, ModelTable table) {
    return RandomQueries.measure(name, "sum", table.columns.get(table.at(column)), table);
  }

  private static void join(ModelQuery query, ModelTable table, String on, String take) {
    query.joins.add(new Join(table, on, List.of(new String[][] {{take, take}})));
  }
}
