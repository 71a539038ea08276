package dev.roastery.cli.folders;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** DuckDB over the files of a folder: each table is a view of that name. */
final class DuckDb implements AutoCloseable {

  private final Connection connection;
  private final Statement statement;

  private DuckDb(Connection connection) throws SQLException {
    this.connection = connection;
    this.statement = connection.createStatement();
    statement.execute("SET threads = 2");
  }

  /** With all columns as text. */
  static DuckDb asText(PublishedFolder folder, Path root) throws SQLException, IOException {
    DuckDb duckDb = open();
    for (Map.Entry<String, String> table : folder.tables().entrySet()) {
      String files = files(root, table.getKey());
      String reading =
          table.getValue().startsWith("read_")
              ? table.getValue().replace("{}", files)
              : "read_csv(" + files + ", all_varchar = true, " + table.getValue() + ")";
      duckDb.view(table.getKey(), reading);
    }
    return duckDb;
  }

  static DuckDb open() throws SQLException {
    return new DuckDb(DriverManager.getConnection("jdbc:duckdb:"));
  }

  /** As if each file's name were all that is typed. */
  void sniff(PublishedFolder folder, Path root) throws SQLException, IOException {
    statement.execute("SET TimeZone = 'America/New_York'");
    for (String table : folder.tables().keySet()) {
      view(table, "(FROM " + files(root, table) + ")");
    }
  }

  private void view(String table, String reading) throws SQLException {
    statement.execute("CREATE VIEW " + table + " AS SELECT * FROM " + reading);
  }

  /** A table is a subfolder, or a file with any ending. */
  private static String files(Path root, String table) throws IOException {
    Path subfolder = root.resolve(table);
    if (Files.isDirectory(subfolder)) {
      try (var files = Files.list(subfolder)) {
        String one = files.findFirst().orElseThrow().getFileName().toString();
        return quoted(subfolder + "/*" + one.substring(one.indexOf('.')));
      }
    }
    try (var files = Files.list(root)) {
      return quoted(
          files
              .filter(file -> file.getFileName().toString().startsWith(table + "."))
              .findFirst()
              .orElseThrow()
              .toString());
    }
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /** The answer as canonical CSV. */
  String answer(String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      StringBuilder csv = new StringBuilder();
      int columns = rows.getMetaData().getColumnCount();
      for (int column = 1; column <= columns; column++) {
        csv.append(column == 1 ? "" : ",").append(text(rows.getMetaData().getColumnLabel(column)));
      }
      csv.append('\n');
      while (rows.next()) {
        for (int column = 1; column <= columns; column++) {
          csv.append(column == 1 ? "" : ",").append(value(rows.getObject(column)));
        }
        csv.append('\n');
      }
      return csv.toString();
    }
  }

  private static String value(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case BigDecimal decimal -> decimal.toPlainString();
      case Timestamp timestamp ->
          timestamp.toLocalDateTime().toString().replace('T', ' ')
              + (timestamp.toLocalDateTime().getSecond() == 0 ? ":00" : "");
      case String text -> text(text);
      default -> value.toString();
    };
  }

  private static String text(String text) {
    boolean plain = !text.isEmpty() && text.chars().noneMatch(c -> ",\"\r\n".indexOf(c) >= 0);
    return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
