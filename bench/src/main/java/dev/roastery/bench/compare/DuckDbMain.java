package dev.roastery.bench.compare;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.roastery.testkit.oracle.DuckDbOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;

/** One run of DuckDB: its variant, the dataset, where results go. Prints its own milliseconds. */
final class DuckDbMain {

  private DuckDbMain() {}

  public static void main(String[] arguments) throws SQLException, IOException {
    // The driver unpacks its library when it is first used: not what DuckDB's own time is about.
    DriverManager.getConnection("jdbc:duckdb:").close();
    long start = System.nanoTime();
    Map<String, String> results = DuckDbOracle.valueOf(arguments[0]).results(Path.of(arguments[1]));
    System.out.println((System.nanoTime() - start) / 1_000_000);
    Path out = Files.createDirectories(Path.of(arguments[2]));
    for (var result : results.entrySet()) {
      Files.write(out.resolve(result.getKey() + ".csv"), result.getValue().getBytes(UTF_8));
    }
  }
}
