package dev.roastery.embedded.sample;

import static java.util.stream.Collectors.averagingInt;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.roastery.testkit.oracle.CsvTable;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the rows say, read back by code that knows nothing of how they were made. */
class SampleRowsTest {

  private static final int MONTHS = 6;
  private static final int COUNT = 12_000;

  @TempDir private static Path folder;
  private static List<Map<String, String>> transactions;
  private static List<Map<String, String>> items;
  private static List<Map<String, String>> users;
  private static List<Map<String, String>> menu;
  private static List<Map<String, String>> stores;

  @BeforeAll
  static void readBack() throws IOException {
    var settings = new SampleSettings(COUNT, MONTHS, 7);
    new SampleDataset(settings, folder, Progress.UNWATCHED).write(2);
    transactions = CsvTable.rows(folder, "transactions");
    items = CsvTable.rows(folder, "transaction_items");
    users = CsvTable.rows(folder, "users");
    menu = CsvTable.rows(folder, "menu_items");
    stores = CsvTable.rows(folder, "stores");
  }

  @Test
  void everyTransactionHasAnIdOfItsOwn() {
    assertThat(transactions).hasSize(COUNT);
    assertThat(transactions)
        .extracting(row -> row.get("transaction_id"))
        .doesNotHaveDuplicates()
        .allMatch(id ->
            id.matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"));
  }

  @Test
  void everyReferenceLeadsToARow() {
    Set<String> userIds = new HashSet<>(users.stream().map(row -> row.get("user_id")).toList());
    Set<String> storeIds = new HashSet<>(stores.stream().map(row -> row.get("store_id")).toList());
    assertThat(userIds).hasSize(users.size());
    assertThat(storeIds).hasSize(10);
    assertThat(transactions)
        .allSatisfy(row -> {
          assertThat(storeIds).contains(row.get("store_id"));
          assertThat(row.get("payment_method_id")).matches("[1-5]");
          if (row.containsKey("user_id")) {
            assertThat(userIds).contains(row.get("user_id").replaceAll("\\.0$", ""));
          }
          if (row.containsKey("voucher_id")) {
            assertThat(row.get("voucher_id")).matches("[1-5](\\.0)?");
          }
        });
  }

  @Test
  void everyAmountAddsUp() {
    Map<String, BigDecimal> prices =
        menu.stream()
            .collect(toMap(row -> row.get("item_id"), row -> new BigDecimal(row.get("price"))));
    assertThat(prices).hasSize(8);
    assertThat(items)
        .allSatisfy(row -> {
          assertThat(row.get("quantity")).matches("[1-3]");
          assertThat(amount(row, "unit_price")).isEqualTo(prices.get(row.get("item_id")));
          assertThat(amount(row, "subtotal"))
              .isEqualByComparingTo(
                  amount(row, "unit_price").multiply(new BigDecimal(row.get("quantity"))));
        });
    Map<String, BigDecimal> sums =
        items.stream()
            .collect(
                toMap(
                    row -> row.get("transaction_id"),
                    row -> amount(row, "subtotal"),
                    BigDecimal::add));
    assertThat(transactions)
        .allSatisfy(row -> {
          assertThat(amount(row, "original_amount"))
              .isEqualByComparingTo(sums.get(row.get("transaction_id")));
          assertThat(amount(row, "final_amount").add(amount(row, "discount_applied")))
              .isEqualByComparingTo(amount(row, "original_amount"));
          assertThat(amount(row, "discount_applied").signum())
              .isEqualTo(row.containsKey("voucher_id") ? 1 : 0);
        });
  }

  @Test
  void amountsAreSpeltAsExportsDo() {
    Set<String> spellings = new TreeSet<>();
    transactions.forEach(row -> spellings.add(row.get("final_amount").replaceAll("\\d+\\.", ".")));

    assertThat(spellings).contains(".0", ".5", ".05").allMatch(s -> s.matches("\\.(\\d|\\d[1-9])"));
  }

  @Test
  void theItemsOfATransactionHaveItsTime() {
    Map<String, String> times =
        transactions.stream()
            .collect(toMap(row -> row.get("transaction_id"), row -> row.get("created_at")));
    assertThat(items)
        .allSatisfy(row ->
            assertThat(row.get("created_at")).isEqualTo(times.get(row.get("transaction_id"))));
  }

  @Test
  void timesAscendAndEveryMonthHasItsShare() {
    assertThat(times(transactions, "created_at")).isSorted();
    assertThat(times(users, "registered_at")).isSorted();
    Map<YearMonth, Long> perMonth =
        times(transactions, "created_at").stream().collect(groupingBy(YearMonth::from, counting()));
    assertThat(perMonth.keySet()).hasSize(MONTHS).contains(YearMonth.of(2023, 7));
    assertThat(perMonth.values()).containsOnly((long) COUNT / MONTHS);
    assertThat(
            new TreeSet<>(times(transactions, "created_at").stream().map(LocalDate::from).toList()))
        .hasSize(31 + 31 + 30 + 31 + 30 + 31);
  }

  @Test
  void aFewSellWhenTheFilterOnTheTimeOfDayShutsThemOut() {
    assertThat(share(transactions, row -> hour(row) < 6)).isBetween(0.005, 0.02);
    assertThat(share(transactions, row -> hour(row) >= 23)).isBetween(0.0005, 0.01);
    assertThat(share(transactions, row -> hour(row) >= 7 && hour(row) <= 22)).isGreaterThan(0.97);
  }

  @Test
  void sharesAreThoseOfTheRealOne() {
    assertThat(share(transactions, row -> row.containsKey("user_id"))).isCloseTo(0.5, within(0.02));
    assertThat(share(transactions, row -> row.containsKey("voucher_id"))).isBetween(0.01, 0.03);
    assertThat(share(transactions, row -> row.getOrDefault("user_id", "").endsWith(".0")))
        .isCloseTo(1 / 16.0, within(0.01));
    assertThat(share(transactions, row -> amount(row, "final_amount").intValue() >= 75))
        .isBetween(0.002, 0.05);
    assertThat(share(users, row -> row.get("gender").equals("female"))).isCloseTo(0.5, within(0.1));
    assertThat(users.size()).isBetween(COUNT * 2_000 / 14_880, COUNT * 2_000 / 14_880 + MONTHS);
  }

  @Test
  void aTransactionHasOneToThreeItems() {
    Map<Long, Long> sizes =
        items.stream()
            .collect(groupingBy(row -> row.get("transaction_id"), counting()))
            .values()
            .stream()
            .collect(groupingBy(size -> size, counting()));

    assertThat(sizes.keySet()).containsExactlyInAnyOrder(1L, 2L, 3L);
    assertThat(sizes.values()).allMatch(count -> Math.abs(count - COUNT / 3) < COUNT / 50);
  }

  @Test
  void everyStoreAndItemSellsItsPart() {
    assertThat(transactions.stream().collect(groupingBy(row -> row.get("store_id"), counting())))
        .hasSize(10)
        .allSatisfy((_, count) -> assertThat(count).isBetween(COUNT / 12L, COUNT / 8L));
    assertThat(items.stream().collect(groupingBy(row -> row.get("item_id"), counting())))
        .hasSize(8)
        .allSatisfy((_, count) -> assertThat(count).isBetween(COUNT * 2L / 10, COUNT * 2L / 6));
  }

  @Test
  void usersAreOfAgeToDrinkCoffee() {
    assertThat(users)
        .allSatisfy(row -> {
          assertThat(row.get("gender")).isIn("male", "female");
          assertThat(LocalDate.parse(row.get("birthdate")).getYear()).isBetween(1965, 2008);
        });
  }

  private static BigDecimal amount(Map<String, String> row, String column) {
    return new BigDecimal(row.get(column));
  }

  private static int hour(Map<String, String> row) {
    return LocalDateTime.parse(row.get("created_at").replace(' ', 'T')).getHour();
  }

  private static List<LocalDateTime> times(List<Map<String, String>> rows, String column) {
    return rows.stream()
        .map(row -> LocalDateTime.parse(row.get(column).replace(' ', 'T')))
        .toList();
  }

  private static double share(
      List<Map<String, String>> rows, Predicate<Map<String, String>> holds) {
    return rows.stream().collect(averagingInt(row -> holds.test(row) ? 1 : 0));
  }
}
