package dev.roastery.embedded.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.testkit.oracle.DuckDbOracle;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two opinions that were formed independently are the same, and right where a person can tell. */
class OraclesTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"20000,24,1", "5000,24,2", "3000,12,3"})
  void theyAgree(long transactions, int months, long seed) throws Exception {
    var settings = new SampleSettings(transactions, months, seed);
    new SampleDataset(settings, folder, Progress.UNWATCHED).write(2);
    SortedMap<String, String> naive = NaiveOracle.results(folder);

    assertThat(naive)
        .hasSize(5)
        .allSatisfy((_, csv) -> assertThat(csv.lines()).hasSizeGreaterThan(1));
    assertThat(DuckDbOracle.AS_TYPED.results(folder)).isEqualTo(naive);
    assertThat(DuckDbOracle.AT_ITS_BEST.results(folder)).isEqualTo(naive);
  }

  /**
   * Limits of the filters, ties, ids as floats, missing users, an unknown item and an unknown user.
   */
  @Test
  void theyAreRightWhereAPersonCanTell() throws Exception {
    part(
        "transactions",
        """
        transaction_id,store_id,payment_method_id,voucher_id,user_id,original_amount,discount_applied,final_amount,created_at
        at-six,1,1,,7.0,75.0,0.0,75.0,2024-01-01 06:00:00
        before-six,1,1,,7,80.0,0.0,80.0,2024-06-30 05:59:59
        at-eleven,1,1,3.0,6,100.0,20.0,80.25,2025-12-31 23:00:00
        after-eleven,2,1,,5,80.0,0.0,80.0,2024-07-01 23:00:01
        just-too-low,2,1,,,74.99,0.0,74.99,2024-07-01 12:00:00
        before,2,1,,9,80.0,0.0,80.0,2023-12-31 12:00:00
        after,2,1,,9,80.0,0.0,80.0,2026-01-01 12:00:00
        four,1,1,,4,0.1,0.0,0.1,2024-01-01 07:00:00
        five,1,1,,5.0,0.2,0.0,0.2,2024-01-01 07:00:00
        nowhere,,1,,4,10.0,0.0,10.0,2024-03-01 12:00:00
        """);
    part(
        "transaction_items",
        """
        transaction_id,item_id,quantity,unit_price,subtotal,created_at
        a,2,3,1.0,3.0,2024-02-29 00:00:00
        a,1,1,1.0,1.5,2024-02-01 23:59:59
        a,1,2,1.0,2.0,2024-02-10 12:00:00
        a,9,1,1.0,1.0,2025-12-31 12:00:00
        a,2,1,1.0,1.0,2025-10-01 12:00:00
        a,1,1,1.0,1.0,2025-10-02 12:00:00
        a,1,1,1.0,1.0,2025-11-01 12:00:00
        a,,1,1.0,1.0,2025-11-02 12:00:00
        a,2,9,9.0,81.0,2023-12-31 23:59:59
        """);
    part(
        "menu_items",
        """
        item_id,item_name,category,price,is_seasonal,available_from,available_to
        1,"Tea, ""green""\",tea,1.0,False,,
        2,Coffee,coffee,1.0,False,,
        """);
    part(
        "stores",
        """
        store_id,store_name,street,postal_code,city,state,latitude,longitude
        1,One,s,1,c,s,1.5,1.5
        2,Two,s,1,c,s,1.5,1.5
        """);
    part(
        "users",
        """
        user_id,gender,birthdate,registered_at
        4,male,1990-01-04,2023-07-01 00:00:00
        5,male,1990-01-05,2023-07-01 00:00:00
        7,female,1990-01-07,2023-07-01 00:00:00
        """);

    assertThat(NaiveOracle.results(folder))
        .containsEntry(
            "high-value-transactions",
            """
            transaction_id,final_amount
            at-eleven,80.25
            at-six,75.00
            """)
        .containsEntry(
            "best-selling-items",
            """
            month,item_name,quantity
            2024-02,"Tea, ""green""\",3
            2025-10,"Tea, ""green""\",1
            2025-11,,1
            2025-12,,1
            """)
        .containsEntry(
            "most-profitable-items",
            """
            month,item_name,profit
            2024-02,"Tea, ""green""\",3.50
            2025-10,"Tea, ""green""\",1.00
            2025-11,,1.00
            2025-12,,1.00
            """)
        .containsEntry(
            "tpv-by-store",
            """
            half,store_name,tpv
            2024-H1,,10.00
            2024-H1,One,75.30
            2024-H2,Two,74.99
            2025-H2,One,80.25
            """)
        .containsEntry(
            "top-customers",
            """
            store_name,user_id,birthdate,purchases
            ,4,1990-01-04,1
            One,7,1990-01-07,2
            One,4,1990-01-04,1
            One,5,1990-01-05,1
            Two,5,1990-01-05,1
            """);
    assertThat(DuckDbOracle.AS_TYPED.results(folder)).isEqualTo(NaiveOracle.results(folder));
    assertThat(DuckDbOracle.AT_ITS_BEST.results(folder)).isEqualTo(NaiveOracle.results(folder));
  }

  private void part(String table, String csv) throws Exception {
    Files.createDirectories(folder.resolve(table));
    Files.writeString(folder.resolve(table).resolve(table + ".csv"), csv);
  }
}
