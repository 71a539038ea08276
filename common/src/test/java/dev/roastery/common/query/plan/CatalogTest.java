package dev.roastery.common.query.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.bound.BoundCondition;
import dev.roastery.common.query.bound.BoundCondition.Numbers;
import dev.roastery.common.query.bound.BoundCondition.Range;
import dev.roastery.common.query.bound.BoundCondition.Reading;
import dev.roastery.common.query.bound.BoundKey;
import dev.roastery.common.query.bound.BoundMeasure;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.bound.BoundRank;
import dev.roastery.common.query.language.Aggregate;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.Function;
import dev.roastery.common.query.language.Query;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.query.value.RowOrder.By;
import dev.roastery.common.query.value.ValueFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CatalogTest {

  private static final Catalog CATALOG = Catalog.builtIn();
  private static final Range YEARS_2024_AND_2025 =
      new Range(second("2024-01-01T00:00:00"), second("2025-12-31T23:59:59"));
  private static final Range OPENING_HOURS = new Range(6 * 3600, 23 * 3600);

  @Test
  void theFiveTablesAreThere() {
    assertThat(CATALOG.tables().names())
        .containsExactly("transactions", "transaction_items", "menu_items", "stores", "users");
    assertThat(CATALOG.tables().table("transactions").columnNames())
        .containsExactly(
            "transaction_id",
            "store_id",
            "payment_method_id",
            "voucher_id",
            "user_id",
            "original_amount",
            "discount_applied",
            "final_amount",
            "created_at");
    assertThat(CATALOG.tables().table("users").key()).isEqualTo("user_id");
    assertThat(CATALOG.tables().table("users").column("birthdate"))
        .isEqualTo(new ColumnSpec("birthdate", new ColumnType.Date()));
  }

  @Test
  void everyDocumentInTheFolderIsAQueryOfTheCatalog() throws IOException {
    Path folder =
        Path.of(System.getProperty("roastery.root"))
            .resolve("common/src/main/resources/dev/roastery/common/query/plan/queries");
    try (Stream<Path> files = Files.list(folder)) {
      List<String> names =
          files.map(file -> file.getFileName().toString().replace(".json", "")).toList();
      assertThat(CATALOG.queryNames()).containsExactlyInAnyOrderElementsOf(names);
    }
    for (String name : CATALOG.queryNames()) {
      assertThat(
              QueryDocument.read(name, Catalog.document(name), CATALOG.tables()).orThrow().name())
          .isEqualTo(name);
    }
  }

  @Test
  void highValueTransactionsIsAFilterOfThreeRanges() {
    BoundQuery query = CATALOG.query("high-value-transactions");
    assertThat(read(query)).containsExactly("transaction_id", "final_amount", "created_at");
    assertThat(query.where())
        .containsExactly(
            new Numbers(2, Reading.VALUE, List.of(YEARS_2024_AND_2025)),
            new Numbers(2, Reading.TIME_OF_DAY, List.of(OPENING_HOURS)),
            new Numbers(1, Reading.VALUE, List.of(new Range(7500, Long.MAX_VALUE))));
    assertThat(query.shape()).isEqualTo(new BoundQuery.Filter(List.of(0, 1)));
    assertThat(query.output())
        .containsExactly(
            new ResultColumn("transaction_id", new ValueFormat.Text()),
            new ResultColumn("final_amount", new ValueFormat.Decimal(2)));
    assertThat(query.order().keys()).hasSize(2);
  }

  @Test
  void bestSellingItemsRanksQuantitiesWithinTheMonth() {
    BoundQuery query = CATALOG.query("best-selling-items");
    assertThat(read(query)).containsExactly("item_id", "quantity", "created_at");
    BoundQuery.Groups groups = (BoundQuery.Groups) query.shape();
    assertThat(groups.keys())
        .containsExactly(
            new BoundKey("month", Function.MONTH, 2, new ColumnType.Timestamp()),
            new BoundKey("item_id", Function.COLUMN, 0, new ColumnType.Whole()));
    assertThat(groups.measures())
        .containsExactly(new BoundMeasure("quantity", Aggregate.SUM, 1, new ColumnType.Whole()));
    assertThat(groups.rank()).isEqualTo(new BoundRank(List.of(0), 2, Query.Direction.DESC, 1));
    assertThat(query.joins().getFirst().on()).containsExactly(1);
    assertThat(query.output())
        .containsExactly(
            new ResultColumn("month", new ValueFormat.Month()),
            new ResultColumn("item_name", new ValueFormat.Text()),
            new ResultColumn("quantity", new ValueFormat.Whole()));
  }

  @Test
  void mostProfitableItemsAddsUpMoney() {
    BoundQuery query = CATALOG.query("most-profitable-items");
    assertThat(read(query)).containsExactly("item_id", "subtotal", "created_at");
    assertThat(query.output().getLast())
        .isEqualTo(new ResultColumn("profit", new ValueFormat.Decimal(2)));
  }

  @Test
  void tpvByStoreHasNoRankAndIsOrderedByItsKeys() {
    BoundQuery query = CATALOG.query("tpv-by-store");
    assertThat(query.where())
        .containsExactly(
            new Numbers(2, Reading.VALUE, List.of(YEARS_2024_AND_2025)),
            new Numbers(2, Reading.TIME_OF_DAY, List.of(OPENING_HOURS)));
    assertThat(query.partial())
        .containsExactly(
            new ResultColumn("half", new ValueFormat.Half()),
            new ResultColumn("store_id", new ValueFormat.Whole()),
            new ResultColumn("tpv", new ValueFormat.Decimal(2)),
            new ResultColumn("tpv wraps", new ValueFormat.Whole()));
    assertThat(query.order().keys()).extracting(key -> key.column()).containsExactly(0, 1);
    assertThat(query.output())
        .extracting(ResultColumn::name)
        .containsExactly("half", "store_name", "tpv");
  }

  @Test
  void topCustomersAreInTheOrderOfStorePurchasesAndUser() {
    BoundQuery query = CATALOG.query("top-customers");
    assertThat(query.where().getLast()).isEqualTo(new BoundCondition.IsNotNull(1));
    assertThat(read(query)).containsExactly("store_id", "user_id", "created_at");
    assertThat(query.order().keys()).extracting(key -> key.column()).containsExactly(0, 2, 1);
    assertThat(query.order().keys().get(1).by()).isEqualTo(By.DESCENDING_NULLS_LAST);
    assertThat(query.joins())
        .extracting(join -> join.table().name())
        .containsExactly("stores", "users");
    assertThat(query.joins().get(1).reads())
        .extracting(ColumnSpec::name)
        .containsExactly("user_id", "birthdate");
    assertThat(query.output())
        .extracting(ResultColumn::name)
        .containsExactly("store_name", "user_id", "birthdate", "purchases");
  }

  @Test
  void askingForWhatIsNotThereNamesWhatIs() {
    assertThatThrownBy(() -> CATALOG.query("tpv")).hasMessageContaining("tpv-by-store");
    assertThatThrownBy(() -> CATALOG.tables().table("store")).hasMessageContaining("stores");
  }

  private static List<String> read(BoundQuery query) {
    return query.reads().stream().map(ColumnSpec::name).toList();
  }

  private static long second(String timestamp) {
    return LocalDateTime.parse(timestamp).toEpochSecond(ZoneOffset.UTC);
  }
}
