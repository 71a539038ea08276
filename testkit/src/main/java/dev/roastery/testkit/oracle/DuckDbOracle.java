package dev.roastery.testkit.oracle;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The five results by DuckDB, in memory, with two threads; the SQL is in resources. */
public enum DuckDbOracle {

  /**
   * As a user types it: DuckDB finds the types out, and each query reads its tables. Amounts are
   * then doubles, whose sums are right to the cent up to some trillions. It refuses a dataset whose
   * parts are so small that a column looks like whole numbers in one and like floats in another.
   */
  AS_TYPED,

  /**
   * Types declared, each large table read once for all queries, and of it only what they need. The
   * columns must be in the order of docs/queries.md.
   */
  AT_ITS_BEST;

  private static final List<String> TABLES =
      List.of("transactions", "transaction_items", "menu_items", "stores", "users");

  private static final List<String> QUERIES =
      List.of(
          "high-value-transactions",
          "best-selling-items",
          "most-profitable-items",
          "tpv-by-store",
          "top-customers");

  /** The results as canonical CSV, by query. */
  public SortedMap<String, String> results(Path dataset) throws SQLException, IOException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement duckDb = connection.createStatement()) {
      duckDb.execute("SET threads = 2");
      UnaryOperator<String> tables = prepare(duckDb, dataset);
      SortedMap<String, String> results = new TreeMap<>();
      for (String query : QUERIES) {
        try (ResultSet rows = duckDb.executeQuery(sql(query, tables))) {
          results.put(query, csv(rows));
        }
      }
      return results;
    }
  }

  /** Says by what the queries read a table. */
  private UnaryOperator<String> prepare(Statement duckDb, Path dataset)
      throws SQLException, IOException {
    UnaryOperator<String> parts =
        table -> "'" + dataset.resolve(table).toString().replace("'", "''") + "/*.csv'";
    return switch (this) {
      case AS_TYPED -> table -> "read_csv(" + parts.apply(table) + ")";
      case AT_ITS_BEST -> {
        duckDb.execute(sql("at-its-best", parts));
        yield table -> "best_" + table;
      }
    };
  }

  private static String sql(String name, UnaryOperator<String> tables) throws IOException {
    try (InputStream resource = DuckDbOracle.class.getResourceAsStream(name + ".sql")) {
      if (resource == null) {
        throw new IllegalStateException("the jar lacks its " + name + ".sql");
      }
      String sql = new String(resource.readAllBytes(), UTF_8);
      for (String table : TABLES) {
        sql = sql.replace("{" + table + "}", tables.apply(table));
      }
      return sql;
    }
  }

  private static String csv(ResultSet rows) throws SQLException {
    int columns = rows.getMetaData().getColumnCount();
    @Nullable Object[] values = new Object[columns];
    for (int column = 0; column < columns; column++) {
      values[column] = rows.getMetaData().getColumnLabel(column + 1);
    }
    var csv = new ResultCsv();
    csv.row(values);
    while (rows.next()) {
      for (int column = 0; column < columns; column++) {
        values[column] = rows.getObject(column + 1);
      }
      csv.row(values);
    }
    return csv.toString();
  }
}
