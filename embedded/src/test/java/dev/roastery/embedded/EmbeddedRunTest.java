package dev.roastery.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.embedded.sample.Progress;
import dev.roastery.embedded.sample.SampleDataset;
import dev.roastery.embedded.sample.SampleSettings;
import dev.roastery.testkit.oracle.DuckDbOracle;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes out of a whole run is what two oracles say. */
class EmbeddedRunTest {

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"20000,24,1,2", "5000,24,2,1", "3000,12,3,3", "0,2,4,2", "60000,7,5,4"})
  void itsResultsAreThoseOfBothOracles(long transactions, int months, long seed, int threads)
      throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(transactions, months, seed), set, Progress.UNWATCHED)
        .write(2);

    SortedMap<String, String> results = Runs.of(set, folder).by(threads).results();

    assertThat(results).isEqualTo(NaiveOracle.results(set));
    assertThat(results).isEqualTo(DuckDbOracle.AT_ITS_BEST.results(set));
  }

  @Test
  void aFolderOfFilesBesideEachOtherIsADatasetToo() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(2000, 12, 6), set, Progress.UNWATCHED).write(2);
    Path flat = Runs.flattened(set, folder.resolve("flat"));

    assertThat(Runs.of(flat, folder).by(2).results()).isEqualTo(NaiveOracle.results(set));
  }

  @Test
  void partsArePackedInAnyWay() throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(2000, 12, 8), set, Progress.UNWATCHED).write(2);
    SortedMap<String, String> expected = NaiveOracle.results(set);
    int number = 0;
    for (Path part : Respelling.parts(set)) {
      byte[] csv = Files.readAllBytes(part);
      switch (number++ % 3) {
        case 0 -> {
          Files.write(Path.of(part + ".zst"), Zstd.compress(csv));
          Files.delete(part);
        }
        case 1 -> {
          try (var gzip = new GZIPOutputStream(Files.newOutputStream(Path.of(part + ".gz")))) {
            gzip.write(csv);
          }
          Files.delete(part);
        }
        default -> {}
      }
    }
    assertThat(Runs.of(set, folder).by(3).results()).isEqualTo(expected);
  }

  /** Every oddity that real exports have, in every table, for all queries. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void anotherSpellingOfTheSameRowsGivesTheSameResults(long seed) throws Exception {
    Path set = folder.resolve("set");
    new SampleDataset(new SampleSettings(4000, 24, seed), set, Progress.UNWATCHED).write(2);
    SortedMap<String, String> expected = DuckDbOracle.AT_ITS_BEST.results(set);
    Respelling respelling = new Respelling(new SplittableRandom(seed));
    for (Path part : Respelling.parts(set)) {
      Files.writeString(part, respelling.of(Files.readString(part)));
    }
    for (String table : List.of("transactions", "stores", "users")) {
      Files.writeString(set.resolve(table).resolve(table + "_empty.csv"), "");
    }
    assertThat(Runs.of(set, folder).by(2).results()).isEqualTo(expected);
  }

  @Test
  void tiesGoToTheSmallerKeysAndTablesWithoutRowsGiveHeaders() throws Exception {
    Path set = Files.createDirectories(folder.resolve("ties"));
    StringBuilder bought =
        new StringBuilder("transaction_id,store_id,user_id,final_amount,created_at\n");
    for (int user = 9; user > 0; user--) {
      bought.append("t%d,1,%d.0,7.5,2024-03-01 10:00:00\n".formatted(user, user));
    }
    Files.writeString(set.resolve("transactions.csv"), bought.toString());
    Files.writeString(
        set.resolve("transaction_items.csv"),
        """
        item_id,quantity,subtotal,created_at
        10,2,1.5,2024-03-01 10:00:00
        9,1,1,2024-03-01 10:00:00
        9,1,.5,2024-03-01 10:00:00
        """);
    Files.writeString(set.resolve("menu_items.csv"), "item_id,item_name\n9,Nine\n10,Ten\n");
    Files.writeString(set.resolve("stores.csv"), "store_id,store_name\n");
    Files.writeString(set.resolve("users.csv"), "");

    assertThat(Runs.of(set, folder).by(3).results())
        .containsEntry("best-selling-items", "month,item_name,quantity\n2024-03,Nine,2\n")
        .containsEntry("most-profitable-items", "month,item_name,profit\n2024-03,Nine,1.50\n")
        .containsEntry("high-value-transactions", "transaction_id,final_amount\n")
        .containsEntry("tpv-by-store", "half,store_name,tpv\n2024-H1,,67.50\n")
        .containsEntry(
            "top-customers", "store_name,user_id,birthdate,purchases\n,1,,1\n,2,,1\n,3,,1\n");
  }

  /** Byte order mark, CRLF, quoted line breaks, other order, ids as floats, no last line feed. */
  @Test
  void theOdditiesOfRealExportsChangeNothing() throws Exception {
    Path set = Files.createDirectories(folder.resolve("odd"));
    Files.writeString(
        set.resolve("transaction_items_1.csv"),
        """
        \uFEFFcreated_at,subtotal,quantity,item_id,note
        2024-01-05 12:00:00,3,2,1.0,"a, ""b""
        c"
        2024-01-06 12:00:00,1.5,1,1,
        2024-01-07 12:00:00,9.25,2,2.0,x\
        """
            .replace("\n", "\r\n"));
    Files.writeString(set.resolve("transaction_items_2.csv"), "");
    Files.writeString(
        set.resolve("menu_items.csv"), "item_name,item_id\n\"Tea,\n\"\"hot\"\"\",1.0\nMilk,2\n");
    Catalog catalog = Catalog.builtIn();

    assertThat(
            Runs.of(set, folder)
                .asking(
                    List.of(
                        catalog.query("best-selling-items"),
                        catalog.query("most-profitable-items")))
                .results())
        .containsEntry(
            "best-selling-items", "month,item_name,quantity\n2024-01,\"Tea,\n\"\"hot\"\"\",3\n")
        .containsEntry("most-profitable-items", "month,item_name,profit\n2024-01,Milk,9.25\n");
  }
}
