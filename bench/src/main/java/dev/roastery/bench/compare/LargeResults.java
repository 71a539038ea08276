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

/** Two queries whose groups and rows are as many as the data has, and their results by DuckDB. */
final class LargeResults {

  /** As many groups as there are transactions; most transactions as rows. */
  static final List<String> QUERIES = List.of("all-groups", "most-rows");

  private LargeResults() {}

  /** One run of DuckDB: the dataset, and where results go. */
  public static void main(String[] arguments) throws SQLException, IOException {
    Path dataset = Path.of(arguments[0]);
    Path out = Files.createDirectories(Path.of(arguments[1]));
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement duckDb = connection.createStatement()) {
      duckDb.execute("SET threads = 2");
      for (String query : QUERIES) {
        String sql = new String(resource(query + ".sql"), UTF_8);
        for (String table : List.of("transactions", "transaction_items")) {
          sql = sql.replace("{" + table + "}", quoted(dataset.resolve(table) + "/*.csv"));
        }
        String file = quoted(out.resolve(query + ".csv").toString());
        duckDb.execute("COPY (" + sql + ") TO " + file + " (FORMAT csv, HEADER)");
      }
    }
  }

  /** The query's document, as a file of this folder. */
  static Path document(String query, Path folder) throws IOException {
    Files.createDirectories(folder);
    return Files.write(folder.resolve(query + ".json"), resource(query + ".json"));
  }

  private static String quoted(String path) {
    return "'" + path.replace("'", "''") + "'";
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream resource = LargeResults.class.getResourceAsStream(name)) {
      if (resource == null) {
        throw new IllegalStateException("the jar lacks its " + name);
      }
      return resource.readAllBytes();
    }
  }
}
