package dev.roastery.common.query.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.query.bound.BoundQuery;
import org.junit.jupiter.api.Test;

class ExplainTest {

  private static final Catalog CATALOG = Catalog.builtIn();

  @Test
  void aRankedQueryIsToldStageByStage() {
    assertThat(
            Explain.text(
                CATALOG.query("top-customers"),
                Partitions.oneEach()
                    .with(StageKind.AGGREGATOR, 4)
                    .with(StageKind.MAXIMIZER, 3)
                    .with(StageKind.ABSOLUTE, 2)
                    .with(StageKind.JOINER, 2)))
        .isEqualTo(
            """
            top-customers
              reads                 transactions: store_id, user_id, created_at (3 of 9 columns)
                                    stores: store_id, store_name (2 of 8 columns)
                                    users: user_id, birthdate (2 of 4 columns)
              keeps rows where      year(created_at) in [2024,2025]
                                    and user_id is not null
              4 aggregators         groups by store_id, user_id; purchases = count(*)
              3 partial maximizers  by hash of (store_id, user_id): merges, then keeps the 3 with the highest purchases of each store_id
              absolute maximizer    one of 2: keeps the 3 with the highest purchases of each store_id
              2 joiners             store_name of stores where store_id = store_id; empty without a match
              2 joiners             birthdate of users where user_id = user_id; empty without a match
              result                top-customers.csv: store_name, user_id, birthdate, purchases
                                    ordered by store_id, purchases, user_id
            """);
  }

  @Test
  void aFilterSkipsTheMaximizers() {
    assertThat(Explain.text(CATALOG.query("high-value-transactions"), Partitions.oneEach()))
        .isEqualTo(
            """
            high-value-transactions
              reads                 transactions: transaction_id, final_amount, created_at (3 of 9 columns)
              keeps rows where      year(created_at) in [2024,2025]
                                    and time(created_at) from "06:00:00" to "23:00:00"
                                    and final_amount >= 75
              aggregator            each row that passes: transaction_id, final_amount, straight to the collector
              result                high-value-transactions.csv: transaction_id, final_amount
                                    ordered by transaction_id, final_amount
            """);
  }

  @Test
  void aQueryWithoutKeysHasOneRow() {
    BoundQuery query =
        Documents.query(
            """
            { "name": "count", "from": "stores", "measures": { "n": { "count": "*" } },
              "select": ["n"] }
            """);
    assertThat(
            Explain.text(
                query,
                Partitions.oneEach().with(StageKind.AGGREGATOR, 2).with(StageKind.MAXIMIZER, 2)))
        .contains("stores: only counts its rows (0 of 8 columns)")
        .contains("keeps rows where      anything: all rows")
        .contains("2 aggregators         all rows in one group; n = count(*)")
        .contains("one row");
    assertThat(query.order().keys()).isEmpty();
  }
}
