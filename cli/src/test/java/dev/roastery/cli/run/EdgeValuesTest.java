package dev.roastery.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Numbers and dates at every edge: what is accepted means the same to DuckDB. What DuckDB guesses
 * at, such as a number with more digits than its column has, is refused.
 */
class EdgeValuesTest {

  private static final String TABLES =
      """
      { "tables": { "edges": { "columns": {
          "id": "text", "whole": "whole", "decimal": "decimal(2)", "deep": "decimal(18)",
          "date": "date", "timestamp": "timestamp" } } } }
      """;

  private static final String QUERY =
      """
      { "name": "edges", "from": "edges",
        "select": ["id", "whole", "decimal", "deep", "date", "timestamp"] }
      """;

  /** A text to try in a column, and DuckDB's type of that. */
  private record Edge(String column, String sqlType, String text) {}

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-0",
          "+0",
          "00",
          "007",
          "-007",
          "+7",
          "7.",
          ".7",
          "-.7",
          ".",
          "-",
          "+",
          "--7",
          "7.0",
          "7.00",
          "7.000",
          "7.5",
          "7.25",
          "7.250",
          "7.255",
          "7.25500000000000000000",
          "1e3",
          "1E+3",
          "1e-2",
          "1e",
          "1e999999999",
          "0x10",
          "1_000",
          "1,5",
          "NaN",
          "inf",
          "-Infinity",
          "٧",
          "７",
          "7 ",
          " 7",
          "7\t",
          "\u00a07",
          "1 000",
          "true",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808",
          "-9223372036854775809",
          "9223372036854775807.0",
          "18446744073709551616",
          "99999999999999999999999999999999999999999",
          "0000000000000000000000000000000000000007",
          "92233720368547758.07",
          "92233720368547758.08",
          "-92233720368547758.08",
          "-92233720368547758.09",
          "9.223372036854775807",
          "9.223372036854775808",
          "-9.223372036854775808",
          "0.000000000000000001",
          "0.0000000000000000001");

  private static final List<String> DAYS =
      List.of(
          "0001-01-01",
          "-0001-01-01",
          "1582-10-10",
          "1900-02-28",
          "1900-02-29",
          "1969-12-31",
          "1970-01-01",
          "2000-02-29",
          "2023-02-29",
          "2024-02-29",
          "2024-02-30",
          "2024-04-31",
          "2024-00-10",
          "2024-13-01",
          "2024-01-00",
          "2024-01-32",
          "2024-1-1",
          "24-01-01",
          "9999-12-31",
          "10000-01-01",
          "+2024-01-01",
          "2024/01/01",
          "01.02.2024",
          "20240101",
          "2024-01-01 ",
          " 2024-01-01",
          "2024-01-01x",
          "２０２４-01-01",
          "now",
          "infinity",
          "epoch");

  private static final List<String> TIMES =
      List.of(
          "2024-01-31 00:00:00",
          "2024-01-31 23:59:59",
          "2024-01-31 23:59:60",
          "2024-01-31 24:00:00",
          "2024-01-31 12:60:00",
          "2024-01-31 12:00",
          "2024-01-31 12",
          "2024-01-31",
          "2024-01-31T12:00:00",
          "2024-01-31t12:00:00",
          "2024-01-31  12:00:00",
          "2024-01-31 12:00:00.000",
          "2024-01-31 12:00:00.5",
          "2024-01-31 12:00:00.999999999",
          "2024-01-31 12:00:00Z",
          "2024-01-31 12:00:00+02:00",
          "2024-01-31 12:00:00 Europe/Berlin",
          "2024-01-31 1:2:3",
          "2024-01-31 -1:00:00",
          "0001-01-01 00:00:00",
          "9999-12-31 23:59:59",
          "1969-12-31 23:59:59",
          "2024-03-31 02:30:00",
          "1706702400");

  private static List<Edge> edges() {
    List<Edge> edges = new ArrayList<>();
    for (String number : NUMBERS) {
      edges.add(new Edge("whole", "BIGINT", number));
      edges.add(new Edge("decimal", "DECIMAL(38,2)", number));
      edges.add(new Edge("deep", "DECIMAL(38,18)", number));
    }
    DAYS.forEach(day -> edges.add(new Edge("date", "DATE", day)));
    TIMES.forEach(time -> edges.add(new Edge("timestamp", "TIMESTAMP", time)));
    return edges;
  }

  private static final int ACCEPTED = 91;

  @TempDir private Path folder;

  @Test
  void whatIsAcceptedMeansTheSameToDuckDb() throws Exception {
    List<Edge> edges = edges();
    List<String> columns = List.of("whole", "decimal", "deep", "date", "timestamp");
    StringBuilder csv = new StringBuilder("id," + String.join(",", columns) + "\n");
    for (int id = 0; id < edges.size(); id++) {
      List<String> cells = new ArrayList<>(List.of("", "", "", "", ""));
      cells.set(columns.indexOf(edges.get(id).column()), '"' + edges.get(id).text() + '"');
      csv.append(id).append(',').append(String.join(",", cells)).append('\n');
    }

    Map<Integer, String> ours = ours(csv.toString());

    for (Map.Entry<Integer, String> accepted : ours.entrySet()) {
      Edge edge = edges.get(accepted.getKey());
      assertThat(accepted.getValue()).as(edge.toString()).isEqualTo(duckDb(edge));
    }
    assertThat(ours).hasSize(ACCEPTED);
  }

  private static String duckDb(Edge edge) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        PreparedStatement cast =
            connection.prepareStatement(
                "SELECT TRY_CAST(?::VARCHAR AS " + edge.sqlType() + ")::VARCHAR")) {
      cast.setString(1, edge.text());
      try (ResultSet result = cast.executeQuery()) {
        result.next();
        return result.getString(1);
      }
    }
  }

  /** By id: the one value of a row that was not refused. */
  private Map<Integer, String> ours(String csv) throws IOException {
    Path set = Files.createDirectories(folder.resolve("set").resolve("edges"));
    Files.writeString(set.resolve("part.csv"), csv);
    Path tables = Files.writeString(folder.resolve("tables.json"), TABLES);
    Path query = Files.writeString(folder.resolve("query.json"), QUERY);
    Path out = folder.resolve("out");
    Outcome run =
        Commands.run(
            Map.of(),
            "run",
            set.getParent().toString(),
            "--tables=" + tables,
            "--query=" + query,
            "--bad-rows=skip",
            "--max-bad-rows=100%",
            "--quiet",
            "--out=" + out);
    assertThat(run.code()).as(run.err()).isZero();
    Map<Integer, String> values = new TreeMap<>();
    Files.readString(out.resolve("edges.csv"))
        .lines()
        .skip(1)
        .forEach(row -> {
          String id = row.substring(0, row.indexOf(','));
          values.put(Integer.parseInt(id), row.substring(id.length()).replace(",", ""));
        });
    return values;
  }
}
