package dev.roastery.simulation.sales;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.testkit.oracle.NaiveOracle;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The simulator's oracle is right: over CSV of the same rows another one says the same. */
class SalesOracleTest {

  @TempDir private Path folder;

  @Test
  void itSaysWhatAnotherOracleSaysOverTheSameRowsAsCsv() throws IOException {
    Catalog catalog = Catalog.builtIn();
    for (long seed = 1; seed <= 100; seed++) {
      Sales sales = new Sales(new SplittableRandom(seed));
      Path set = folder.resolve("set" + seed);
      for (Map.Entry<String, SalesTable> table : sales.tables().entrySet()) {
        Path file = Files.createDirectories(set.resolve(table.getKey())).resolve("part.csv");
        List<ColumnSpec> columns = catalog.tables().table(table.getKey()).columns();
        Files.writeString(file, csv(columns, table.getValue().rows()));
      }
      Map<String, String> expected = NaiveOracle.results(set);
      SalesOracle oracle = new SalesOracle(sales);
      for (String query : catalog.queryNames()) {
        assertThat(oracle.answer(query))
            .as("%s of seed %d", query, seed)
            .isEqualTo(expected.get(query));
      }
    }
  }

  private static String csv(List<ColumnSpec> columns, List<Map<String, Object>> rows) {
    StringBuilder csv = new StringBuilder();
    csv.append(columns.stream().map(ColumnSpec::name).collect(Collectors.joining(",", "", "\n")));
    for (Map<String, Object> row : rows) {
      csv.append(
          columns.stream()
              .map(column -> shown(row.get(column.name()), column.type()))
              .collect(Collectors.joining(",", "", "\n")));
    }
    return csv.toString();
  }

  private static String shown(Object value, ColumnType type) {
    if (value == null) {
      return "";
    }
    return switch (type) {
      case ColumnType.Text() -> (String) value;
      case ColumnType.Whole() -> value.toString();
      case ColumnType.Decimal(int scale) -> BigDecimal.valueOf((Long) value, scale).toString();
      case ColumnType.Date() -> LocalDate.ofEpochDay((Long) value).toString();
      case ColumnType.Timestamp() ->
          LocalDateTime.ofEpochSecond((Long) value, 0, ZoneOffset.UTC)
              .format(java.time.format.DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss"));
    };
  }
}
