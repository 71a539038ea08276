package dev.roastery.bench.compare;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Queries that have a DuckDB version of their own, and their results by DuckDB. */
final class OwnQueries {

  /** As many groups as there are transactions; most transactions as rows. */
  static final List<String> LARGE = List.of("all-groups", "most-rows");

  private static final List<String> TABLES =
      List.of("transactions", "transaction_items", "stores", "menu_items");

  private OwnQueries() {}

  /** One run of DuckDB: the dataset, where results go, the queries. */
  public static void main(String[] arguments) throws SQLException, IOException {
    Path dataset = Path.of(arguments[0]);
    Path out = Files.createDirectories(Path.of(arguments[1]));
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement duckDb = connection.createStatement()) {
      duckDb.execute("SET threads = 2");
      for (String query : List.of(arguments).subList(2, arguments.length)) {
        String sql = new String(resource(query + ".duckdb.sql"), UTF_8);
        for (String table : TABLES) {
          sql = sql.replace("{" + table + "}", quoted(dataset.resolve(table) + "/*.csv"));
        }
        String file = quoted(out.resolve(query + ".csv").toString());
        duckDb.execute("COPY (" + sql + ") TO " + file + " (FORMAT csv, HEADER)");
      }
    }
  }

  /** The query as Roastery takes it, as a file of this folder. */
  static Path file(String query, Path folder) throws IOException {
    String name = query + (LARGE.contains(query) ? ".json" : ".sql");
    return Files.write(Files.createDirectories(folder).resolve(name), resource(name));
  }

  private static String quoted(String path) {
    return "'" + path.replace("'", "''") + "'";
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream resource = OwnQueries.class.getResourceAsStream(name)) {
      if (resource == null) {
        throw new IllegalStateException("the jar lacks its " + name);
      }
      return resource.readAllBytes();
    }
  }
}
