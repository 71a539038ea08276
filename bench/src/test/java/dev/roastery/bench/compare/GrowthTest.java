package dev.roastery.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The data, the options and the tables of {@code :bench:growth}. */
class GrowthTest {

  private static final long BYTES = 440_000;

  @TempDir private Path folder;

  @Test
  void everyCustomerHasAsManyPayments() throws Exception {
    GrowthDataset dataset = GrowthDataset.of(folder, BYTES, 1_000);

    Map<String, Long> payments =
        rows(dataset).collect(Collectors.groupingBy(row -> row[0], Collectors.counting()));

    assertThat(payments).hasSize(1_000).allSatisfy((_, count) -> assertThat(count).isEqualTo(10L));
    assertThat(rows(dataset))
        .allSatisfy(row -> assertThat(String.join(",", row)).hasSize(43).contains("2024-"));
  }

  @Test
  void totalsAreKnown() throws Exception {
    GrowthDataset dataset = GrowthDataset.of(folder, BYTES, 1_000);
    Map<String, long[]> sums = new TreeMap<>();
    rows(dataset)
        .forEach(row -> {
          long[] sum = sums.computeIfAbsent(row[0], _ -> new long[2]);
          sum[0] += Long.parseLong(row[2].replace(".", ""));
          sum[1]++;
        });
    StringBuilder csv = new StringBuilder("customer,amount,payments\n");
    sums.forEach((customer, sum) ->
        csv.append("%s,%d.%02d,%d\n".formatted(customer, sum[0] / 100, sum[0] % 100, sum[1])));
    Path totals = Files.writeString(folder.resolve("totals.csv"), csv);

    dataset.checkTotals(totals);

    Path wrong =
        Files.writeString(folder.resolve("wrong.csv"), csv.toString().replace(",10\n", ",11\n"));
    assertThatThrownBy(() -> dataset.checkTotals(wrong)).hasMessageContaining("rows of 10000");
  }

  @Test
  void numbersOfAPropertyArePositive() {
    assertThat(Growth.numbers("no-such-property", "1, 2,8")).containsExactly(1L, 2L, 8L);
    assertThatThrownBy(() -> Growth.numbers("no-such-property", "1,0"))
        .hasMessageContaining("positive");
    assertThatThrownBy(() -> Growth.numbers("no-such-property", ""))
        .hasMessageContaining("positive");
  }

  @Test
  void tablesHaveALineForEachJob() throws Exception {
    var tables = new GrowthTables();
    var dataset = new GrowthDataset(folder, 2_272_727, 100_000);
    Measured fast = new Measured(1_000, 500, 1_000, 200_000_000);
    Measured slow = new Measured(3_000, 700, 3_000, 300_000_000);
    Measured middle = new Measured(2_000, 600, 2_000, 250_000_000);
    tables.addRun(dataset, 4, List.of(fast, slow, middle));
    tables.addCluster(
        dataset,
        1,
        List.of(
            new ClusterCost(
                middle, Map.of("client", 100L, "broker", 50L), Map.of("gateway", 300L))));

    assertThat(tables.toString())
        .contains("| run | 100 | 100,000 | 4 | 2,000 | 1,000-3,000 | 49 | 6.00 | 250 |")
        .contains("| submit | 100 | 100,000 | 1 | 2,000 | 2,000-2,000 | 49 | 6.00 | 250 |")
        .contains("| submit | 100 | 100,000 | 1 | 1.00 | 0.00 | 0.00 | 0.00 | 0.00 | 0.50 |")
        .contains("| submit | 100 | 100,000 | 1 | 0 | 300 | 0 | 0 | 0 | 0 |");
  }

  private static Stream<String[]> rows(GrowthDataset dataset) throws Exception {
    try (Stream<Path> files = Files.list(dataset.path().resolve("payments"))) {
      return files.toList().stream().flatMap(GrowthTest::lines).map(line -> line.split(",", -1));
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream().skip(1);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
