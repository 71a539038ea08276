package dev.roastery.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.cli.Commands;
import dev.roastery.cli.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user's own tables and queries, through a whole run, answer like DuckDB's SQL. */
class OwnQueriesTest {

  private static final String TABLES =
      """
      { "tables": {
          "orders": { "columns": { "id": "text", "shop": "whole", "item": "whole",
                                   "amount": "decimal(2)", "day": "date", "noted": "timestamp" } },
          "shops": { "columns": { "shop": "whole", "name": "text", "region": "whole" },
                     "key": "shop" },
          "regions": { "columns": { "region": "whole", "title": "text" }, "key": "region" } } }
      """;

  /** A condition as we write it, and as SQL does. */
  private static final String[][] CONDITIONS = {
    {"\"column\": \"id\", \"=\": \"o17\"", "id = 'o17'"},
    {"\"column\": \"id\", \"in\": [\"o1\", \"o20\", \"none\"]", "id IN ('o1', 'o20')"},
    {"\"column\": \"id\", \"<\": \"o3\"", "id < 'o3'"},
    {"\"column\": \"id\", \"between\": [\"o2\", \"o4\"]", "id BETWEEN 'o2' AND 'o4'"},
    {"\"column\": \"shop\", \"in\": [1, 3]", "shop IN (1, 3)"},
    {"\"column\": \"shop\", \">=\": 3", "shop >= 3"},
    {"\"column\": \"amount\", \"<\": 50.001", "amount < 50.001"},
    {"\"column\": \"amount\", \"<=\": 50", "amount <= 50"},
    {"\"column\": \"amount\", \"between\": [10, 20]", "amount BETWEEN 10 AND 20"},
    {"\"column\": \"item\", \"is\": \"null\"", "item IS NULL"},
    {"\"column\": \"amount\", \"is\": \"not null\"", "amount IS NOT NULL"},
    {"\"column\": \"day\", \">=\": \"2024-06-30\"", "day >= '2024-06-30'"},
    {"\"column\": \"noted\", \">\": \"2024-06-30 06:00:00\"", "noted > '2024-06-30 06:00:00'"},
    {"\"year\": \"day\", \"=\": 2024", "year(day) = 2024"},
    {"\"month\": \"noted\", \"<=\": \"2024-06\"", "noted < '2024-07-01'"},
    {
      "\"half\": \"noted\", \"in\": [\"2024-H1\", \"2025-H1\"]",
      "year(noted) IN (2024, 2025) AND month(noted) < 7"
    },
    {"\"date\": \"noted\", \">\": \"2024-01-31\"", "noted >= '2024-02-01'"},
    {"\"hour\": \"noted\", \"<\": 12", "hour(noted) < 12"},
    {
      "\"time\": \"noted\", \"between\": [\"06:00:00\", \"23:00:00\"]",
      "noted::TIME BETWEEN '06:00:00' AND '23:00:00'"
    },
  };

  private static final String[][] QUERIES = {
    {
      """
      { "name": "four-keys", "from": "orders",
        "groupBy": [ "shop", { "month": "noted" }, { "column": "item", "as": "thing" },
                     { "hour": "noted" } ],
        "measures": { "rows": { "count": "*" }, "paid": { "count": "amount" },
                      "total": { "sum": "amount" }, "first": { "min": "noted" },
                      "largest": { "max": "amount" } },
        "select": ["shop", "month", "thing", "hour", "rows", "paid", "total", "first", "largest"] }
      """,
      """
      SELECT shop, strftime(noted, '%Y-%m') AS month, item AS thing, hour(noted) AS hour,
        count(*) AS rows, count(amount) AS paid, sum(amount) AS total, min(noted) AS first,
        max(amount) AS largest
      FROM orders GROUP BY ALL ORDER BY shop NULLS FIRST, month, thing NULLS FIRST, hour
      """
    },
    {
      """
      { "name": "averages", "from": "orders", "groupBy": [ { "half": "day" } ],
        "measures": { "usual": { "avg": "amount" } }, "select": ["half", "usual"] }
      """,
      """
      SELECT half, printf('%d.%04d', usual // 10000, usual % 10000) AS usual FROM (
        SELECT half, (s // c) + CASE WHEN 2 * (s % c) > c OR (2 * (s % c) = c AND (s // c) % 2 = 1)
          THEN 1 ELSE 0 END AS usual FROM (
          SELECT printf('%d-H%d', year(day), (month(day) + 5) // 6) AS half,
            (sum(amount) * 10000)::BIGINT AS s, count(amount) AS c FROM orders GROUP BY half))
      ORDER BY half
      """
    },
    {
      """
      { "name": "all-in-one", "from": "orders",
        "measures": { "rows": { "count": "*" }, "total": { "sum": "amount" } },
        "select": ["total", "rows"] }
      """,
      "SELECT sum(amount) AS total, count(*) AS rows FROM orders"
    },
    {
      """
      { "name": "different", "from": "orders", "groupBy": ["item", "shop"],
        "select": ["shop", "item"] }
      """,
      """
      SELECT DISTINCT shop, item FROM orders ORDER BY item NULLS FIRST, shop NULLS FIRST
      """
    },
    {
      """
      { "name": "two-joins", "from": "orders", "groupBy": ["shop"],
        "measures": { "total": { "sum": "amount" } },
        "join": [ { "table": "shops", "on": "shop", "take": ["name", "region"] },
                  { "table": "regions", "on": "region", "take": ["title"] } ],
        "select": ["title", "name", "total"] }
      """,
      """
      SELECT title, name, total
      FROM (SELECT shop, sum(amount) AS total FROM orders GROUP BY shop)
      LEFT JOIN shops USING (shop) LEFT JOIN regions USING (region) ORDER BY shop NULLS FIRST
      """
    },
    {
      """
      { "name": "the-two-least", "from": "orders", "groupBy": [ { "month": "noted" }, "shop" ],
        "measures": { "rows": { "count": "*" } },
        "rank": { "partitionBy": ["month"], "orderBy": "rows", "limit": 2, "direction": "asc" },
        "select": ["month", "shop", "rows"] }
      """,
      """
      SELECT month, shop, rows FROM (
        SELECT strftime(noted, '%Y-%m') AS month, shop, count(*) AS rows,
          row_number() OVER (PARTITION BY month ORDER BY rows, shop NULLS FIRST) AS place
        FROM orders GROUP BY month, shop) WHERE place <= 2 ORDER BY month, place
      """
    },
    {
      """
      { "name": "filter-and-join", "from": "orders",
        "where": [ { "column": "amount", ">": 90 }, { "column": "item", "is": "not null" } ],
        "join": [ { "table": "shops", "on": "shop", "take": ["name"] } ],
        "select": ["name", "id"] }
      """,
      """
      SELECT name, id FROM orders LEFT JOIN shops USING (shop)
      WHERE amount > 90 AND item IS NOT NULL ORDER BY name NULLS FIRST, id
      """
    },
  };

  @TempDir private Path folder;
  private Path set;

  @BeforeEach
  void write() throws IOException {
    SplittableRandom random = new SplittableRandom(7);
    set = folder.resolve("set");
    for (int part = 0; part < 3; part++) {
      StringBuilder csv = new StringBuilder("id,shop,item,amount,day,noted\n");
      for (int row = 0; row < 1500; row++) {
        csv.append(row(part * 1500 + row, random)).append('\n');
      }
      file("orders/orders_" + part + ".csv", csv.toString());
    }
    file(
        "shops/shops.csv",
        "shop,name,region\n1,\"One, the first\",10\n2,Two,\n3,\"Thr\"\"ee\",11\n");
    file("regions/regions.csv", "region,title\n10,North\n");
    file("tables.json", TABLES);
  }

  private static String row(int number, SplittableRandom random) {
    String item = random.nextInt(4) == 0 ? "" : "" + random.nextInt(3);
    String shop = random.nextInt(9) == 0 ? "" : "" + random.nextInt(1, 5);
    int cents = random.nextInt(10_000);
    String amount = random.nextInt(6) == 0 ? "" : "%d.%02d".formatted(cents / 100, cents % 100);
    String day =
        "202%d-%02d-%02d"
            .formatted(
                3 + random.nextInt(3), 1 + random.nextInt(12), 30 % (1 + random.nextInt(28)) + 1);
    String time =
        List.of("05:59:59", "06:00:00", "12:00:00", "23:00:00", "23:00:01").get(random.nextInt(5));
    return "o%d,%s,%s,%s,%s,%s %s".formatted(number, shop, item, amount, day, day, time);
  }

  private Path file(String name, String text) throws IOException {
    Path file = set.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  void theyAnswerLikeSql() throws Exception {
    Map<String, String> sql = new TreeMap<>();
    List<String> arguments =
        new ArrayList<>(
            List.of("run", set.toString(), "--quiet", "--tables=" + set.resolve("tables.json")));
    for (int i = 0; i < CONDITIONS.length; i++) {
      String query =
          """
          { "name": "filter-%d", "from": "orders", "where": [ { %s } ], "select": ["id", "day"] }
          """
              .formatted(i, CONDITIONS[i][0]);
      arguments.add("--query=" + file("queries/filter-" + i + ".json", query));
      sql.put(
          "filter-" + i, "SELECT id, day FROM orders WHERE " + CONDITIONS[i][1] + " ORDER BY id");
    }
    for (String[] query : QUERIES) {
      String name = query[0].replaceAll("(?s).*?\"name\": \"([^\"]*)\".*", "$1");
      arguments.add("--query=" + file("queries/" + name + ".json", query[0]));
      sql.put(name, query[1]);
    }
    Path out = folder.resolve("out");
    arguments.add("--out=" + out);

    assertThat(run(arguments.toArray(String[]::new))).isEqualTo(new Outcome(0, "", ""));

    try (Connection duckDb = duckDb()) {
      for (Map.Entry<String, String> query : sql.entrySet()) {
        String expected = csv(duckDb, query.getValue());
        assertThat(expected.lines()).as(query.getKey()).hasSizeGreaterThan(1);
        assertThat(Files.readString(out.resolve(query.getKey() + ".csv")))
            .as(query.getKey())
            .isEqualTo(expected);
      }
    }
  }

  /** As SQL, and as a document of the second version of the language. */
  @Test
  void everyQueryHasTwinsWithTheSameBytes() throws Exception {
    List<String> originals = new ArrayList<>();
    List<String> asSql = new ArrayList<>();
    List<String> asJson = new ArrayList<>();
    for (int i = 0; i < CONDITIONS.length; i++) {
      String query =
          """
          { "name": "filter-%d", "from": "orders", "where": [ { %s } ], "select": ["id", "day"] }
          """
              .formatted(i, CONDITIONS[i][0]);
      originals.add(file("queries/filter-" + i + ".json", query).toString());
    }
    for (String[] query : QUERIES) {
      String name = query[0].replaceAll("(?s).*?\"name\": \"([^\"]*)\".*", "$1");
      originals.add(file("queries/" + name + ".json", query[0]).toString());
    }
    String tables = "--tables=" + set.resolve("tables.json");
    for (String original : originals) {
      String name = String.valueOf(Path.of(original).getFileName()).replace(".json", "");
      Outcome sql = run("query", "to-sql", original, tables);
      Outcome json = run("query", "to-json", original, tables);
      assertThat(sql.err() + json.err()).isEmpty();
      asSql.add(file("sql/" + name + ".sql", sql.out()).toString());
      asJson.add(file("json/" + name + ".json", json.out()).toString());
    }
    Map<String, String> expected = results(tables, originals);
    assertThat(expected).hasSize(originals.size());
    assertThat(results(tables, asSql)).isEqualTo(expected);
    assertThat(results(tables, asJson)).isEqualTo(expected);
  }

  /** The files of the results by name. */
  private Map<String, String> results(String tables, List<String> queries) throws IOException {
    Path out = Files.createTempDirectory(folder, "out");
    List<String> words = new ArrayList<>(List.of("run", set.toString(), "--quiet", tables));
    queries.forEach(query -> words.add("--query=" + query));
    words.add("--out=" + out);
    assertThat(run(words.toArray(String[]::new))).isEqualTo(new Outcome(0, "", ""));
    Map<String, String> results = new TreeMap<>();
    try (var files = Files.list(out)) {
      for (Path file : files.toList()) {
        results.put(String.valueOf(file.getFileName()), Files.readString(file));
      }
    }
    return results;
  }

  private Connection duckDb() throws SQLException {
    Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
    String read = "CREATE TABLE %s AS FROM read_csv('%s/%s/*.csv', header = true, columns = {%s})";
    try (var statement = duckDb.createStatement()) {
      statement.execute(
          read.formatted(
              "orders",
              set,
              "orders",
              "'id': 'VARCHAR', 'shop': 'BIGINT', 'item': 'BIGINT', 'amount': 'DECIMAL(18, 2)',"
                  + " 'day': 'DATE', 'noted': 'TIMESTAMP'"));
      statement.execute(
          read.formatted(
              "shops", set, "shops", "'shop': 'BIGINT', 'name': 'VARCHAR', 'region': 'BIGINT'"));
      statement.execute(
          read.formatted("regions", set, "regions", "'region': 'BIGINT', 'title': 'VARCHAR'"));
    }
    return duckDb;
  }

  private static String csv(Connection duckDb, String query) throws SQLException {
    StringBuilder csv = new StringBuilder();
    try (var statement = duckDb.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT COLUMNS(*)::VARCHAR FROM (" + query + ")")) {
      int columns = rows.getMetaData().getColumnCount();
      List<String> line = new ArrayList<>();
      for (int column = 1; column <= columns; column++) {
        line.add(rows.getMetaData().getColumnLabel(column));
      }
      csv.append(String.join(",", line)).append('\n');
      while (rows.next()) {
        line.clear();
        for (int column = 1; column <= columns; column++) {
          line.add(cell(rows.getString(column)));
        }
        csv.append(String.join(",", line)).append('\n');
      }
    }
    return csv.toString();
  }

  private static String cell(String value) {
    if (value == null) {
      return "";
    }
    return value.matches("(?s).*[,\"\n].*") ? '"' + value.replace("\"", "\"\"") + '"' : value;
  }

  private static Outcome run(String... arguments) {
    return Commands.run(Map.of(), arguments);
  }
}
