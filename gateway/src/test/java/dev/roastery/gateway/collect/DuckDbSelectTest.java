package dev.roastery.gateway.collect;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.language.Tables;
import dev.roastery.gateway.collect.DuckDbSelect.Joins;
import dev.roastery.gateway.collect.SelectPipelineTest.Asked;
import dev.roastery.testkit.Property;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Random SELECTs through all stages answer as DuckDB does over the same rows: the same bytes. A
 * SELECT that is refused because a join would multiply rows is one whose rows DuckDB multiplies.
 */
class DuckDbSelectTest {

  /** How many random SELECTs are tried. */
  private static final int SELECTS = Integer.getInteger("roastery.random.selects", 100);

  private static final int OF_TABLES = 4;

  private static final String WITH_ROWS = "equal, with rows";

  private final Map<String, Integer> counts = new TreeMap<>();

  @Test
  void randomSelectsAnswerLikeDuckDb() throws SQLException {
    try (Connection duckDb = DriverManager.getConnection("jdbc:duckdb:")) {
      execute(duckDb, "SET threads = 1");
      execute(duckDb, DuckDbSelect.HALF_EVEN);
      Property.check("selects of DuckDB", SELECTS / OF_TABLES, random -> compare(duckDb, random));
    }
    System.out.println("random SELECTs compared with DuckDB: " + counts);
    boolean isReplay = counts.values().stream().mapToInt(count -> count).sum() < SELECTS;
    assertThat(isReplay || counts.get(WITH_ROWS) > SELECTS / 2).as("have rows").isTrue();
  }

  private void compare(Connection duckDb, SplittableRandom random) throws SQLException {
    RandomTables tables = tables(random);
    RandomSelects generator = new RandomSelects(tables, random);
    Tables specs = tables.tables();
    for (ModelTable table : tables.all()) {
      for (String statement : DuckDbSelect.table(table)) {
        execute(duckDb, statement);
      }
    }
    for (int left = OF_TABLES; left > 0; ) {
      Asked next = SelectPipelineTest.asked(generator.select("q"), specs, tables.all());
      if (next == null) {
        count("not asked: numbers beyond 64 bits, or too many columns");
      } else {
        left--;
        count(outcome(duckDb, specs, tables.all(), next, random));
      }
    }
  }

  /** Mostly with rows to join. */
  private static RandomTables tables(SplittableRandom random) {
    RandomTables tables = new RandomTables(random);
    boolean hasRows = tables.all().stream().noneMatch(table -> table.rows().isEmpty());
    return hasRows || random.nextInt(10) == 0 ? tables : tables(random);
  }

  private void count(String outcome) {
    counts.merge(outcome, 1, Integer::sum);
  }

  private static String outcome(
      Connection duckDb, Tables specs, List<ModelTable> data, Asked asked, SplittableRandom random)
      throws SQLException {
    ModelSelect model = asked.model();
    DuckDbSelect translated = new DuckDbSelect(model);
    JobTopology topology = SelectPipelineTest.topology(specs, List.of(asked), random);
    InMemoryPipeline pipeline = InMemoryPipeline.inOrder().submit(topology, data).run();
    if (!pipeline.failures.isEmpty()) {
      assertThat(model.isAmbiguous()).as(asked.sql()).isTrue();
      assertThat(pipeline.failures.getFirst().reason())
          .as(asked.sql())
          .contains("so a join with it would multiply rows");
      assertThat(answer(duckDb, translated.rows(Joins.AS_ASKED)))
          .as(asked.sql())
          .isNotEqualTo(answer(duckDb, translated.rows(Joins.FIRST)));
      return "refused: DuckDB joins a row with several";
    }
    // Where a limit cuts off all rows that look for a key that is there twice, nobody refuses.
    boolean isCut = model.select.limit() != null || model.select.rank() != null;
    assertThat(isCut || !model.isAmbiguous()).as(asked.sql()).isTrue();
    String sql = translated.sql(model.isAmbiguous() ? Joins.FIRST : Joins.AS_ASKED);
    String name = MemorySink.name(topology.job(), asked.bound().name());
    String result = pipeline.results().get(name);
    assertThat(result).as(asked.sql() + "\n\n" + sql).isEqualTo(answer(duckDb, sql));
    return result.lines().count() > 1 ? WITH_ROWS : "equal, without rows";
  }

  private static void execute(Connection duckDb, String sql) throws SQLException {
    try (Statement statement = duckDb.createStatement()) {
      statement.execute(sql);
    }
  }

  /** As canonical CSV. */
  private static String answer(Connection duckDb, String sql) throws SQLException {
    StringBuilder csv = new StringBuilder();
    try (Statement statement = duckDb.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COLUMNS(*)::VARCHAR FROM (" + sql + ")")) {
      int columns = rows.getMetaData().getColumnCount();
      List<String> cells = new ArrayList<>();
      for (int column = 1; column <= columns; column++) {
        cells.add(rows.getMetaData().getColumnLabel(column));
      }
      csv.append(String.join(",", cells)).append('\n');
      while (rows.next()) {
        cells.clear();
        for (int column = 1; column <= columns; column++) {
          cells.add(rows.getString(column));
        }
        csv.append(cells.stream().map(ModelQuery::cell).collect(joining(","))).append('\n');
      }
    } catch (SQLException refused) {
      throw new SQLException(sql, refused);
    }
    return csv.toString();
  }
}
