package dev.roastery.common.kernel.group;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.kernel.Selection;
import dev.roastery.common.kernel.order.RowGather;
import dev.roastery.common.kernel.order.RowSort;
import dev.roastery.common.kernel.state.GroupTables;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.QueryDocument;
import dev.roastery.testkit.Property;
import dev.roastery.testkit.TestRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GroupTableTest {

  private static final Tables TABLES =
      Tables.read(
              "t.json",
              """
              { "tables": { "t": { "columns": {
                "n": "whole", "d": "decimal(2)", "s": "text", "at": "timestamp" } } } }
              """
                  .getBytes(UTF_8))
          .orThrow();

  private static final BoundQuery ALL =
      query(
          """
          "groupBy": ["n", "s", { "month": "at" }],
          "measures": { "c": { "count": "*" }, "v": { "count": "d" }, "t": { "sum": "d" },
                        "a": { "avg": "d" }, "lo": { "min": "d" }, "hi": { "max": "at" } },
          "select": ["n"]
          """);

  private static final PartitionName OWNER = new PartitionName("aggregator", 3);

  private static BoundQuery query(String rest) {
    String json = "{ \"name\": \"q\", \"from\": \"t\", " + rest + " }";
    return QueryDocument.read("q.json", json.getBytes(UTF_8), TABLES).orThrow();
  }

  private static GroupTable table(BoundQuery query) {
    return new GroupTable(query, query.reads());
  }

  private static void add(GroupTable table, Rows rows) {
    table.add(rows, Selection.all(rows.count()));
  }

  /** Of amounts at the ends of their range, so that sums leave it and come back. */
  private static Rows rows(SplittableRandom random) {
    int count = random.nextInt(1, 40);
    Long[] n = new Long[count];
    Long[] d = new Long[count];
    Long[] at = new Long[count];
    String[] s = new String[count];
    for (int row = 0; row < count; row++) {
      n[row] = random.nextInt(5) == 0 ? null : (Long) (random.nextInt(3) * (1L << 40));
      d[row] = random.nextInt(5) == 0 ? null : (Long) (random.nextLong() >> random.nextInt(3));
      at[row] = random.nextInt(5) == 0 ? null : (Long) (long) random.nextInt(20_000_000);
      s[row] = random.nextInt(5) == 0 ? null : "é".repeat(random.nextInt(3));
    }
    return TestRows.of(
        TestRows.longs(new ColumnType.Whole(), n),
        TestRows.longs(new ColumnType.Decimal(2), d),
        TestRows.text(s),
        TestRows.longs(new ColumnType.Timestamp(), at));
  }

  @Test
  void theSameRowsAreTheSameBytesInWhateverOrderTheyCome() {
    Property.check(
        "saved groups",
        50,
        random -> {
          List<Rows> batches = new ArrayList<>();
          for (int batch = random.nextInt(8); batch > 0; batch--) {
            batches.add(rows(random));
          }
          byte[] saved = saved(batches);
          Collections.shuffle(batches, new Random(random.nextLong()));
          assertThat(saved(batches)).isEqualTo(saved);
          GroupTables restored = tables();
          restored.restore(saved);
          assertThat(restored.save()).isEqualTo(saved);
        });
  }

  private static GroupTables tables() {
    GroupTables tables = new GroupTables(OWNER);
    tables.add(table(ALL));
    return tables;
  }

  private static byte[] saved(List<Rows> batches) {
    GroupTables tables = tables();
    batches.forEach(rows -> add(tables.table("q"), rows));
    return tables.save();
  }

  @Test
  void tablesThatAreMergedAreAsOneThatSawAllRows() {
    Property.check(
        "merged groups",
        50,
        random -> {
          GroupTables merged = tables();
          GroupTables whole = tables();
          for (int part = 0; part < 3; part++) {
            GroupTable alone = table(ALL);
            for (int batch = 0; batch < 3; batch++) {
              Rows rows = rows(random);
              add(alone, rows);
              add(whole.table("q"), rows);
            }
            merged.table("q").addState(alone.state());
          }
          assertThat(merged.save()).isEqualTo(whole.save());
        });
  }

  @Test
  void aStateOfAnotherVersionIsRefused() {
    byte[] saved = tables().save();
    saved[0] = 9;
    assertThatThrownBy(() -> tables().restore(saved))
        .hasMessageContaining("aggregator-3 has version 9, and this program reads version 1");
    assertThatThrownBy(() -> tables().restore(new byte[] {1, 0}))
        .hasMessageContaining("the saved state of aggregator-3 is cut off");
  }

  @Test
  void anAverageThatDoesNotFitFailsTheJob() {
    GroupTable table =
        table(query("\"measures\": { \"a\": { \"avg\": \"n\" } }, \"select\": [\"a\"]"));
    add(table, TestRows.wholes(Long.MAX_VALUE));
    assertThatThrownBy(table::passed)
        .isInstanceOf(JobFailure.class)
        .hasMessageContaining("query q: the average for measure \"a\"");
  }

  @Test
  void manyRowsOfFewGroupsAndFewRowsOfManyAddUp() {
    GroupTable table =
        table(
            query(
                """
                "groupBy": ["n"], "measures": { "c": { "count": "*" } }, "select": ["c"]
                """));
    Long[] numbers = new Long[100_000];
    for (int row = 0; row < numbers.length; row++) {
      numbers[row] = row % 2 == 0 ? (Long) (row % 8L) : (Long) (row * 1_000_003L);
    }
    add(table, TestRows.wholes(numbers));
    add(table, TestRows.wholes(numbers));
    assertThat(table.count()).isEqualTo(50_004);
    Rows sorted =
        RowGather.rows(table.passed(), RowSort.sorted(table.passed(), table.query().order()));
    assertThat(sorted.columns().get(1))
        .satisfies(column ->
            assertThat(((Column.Longs) column).values())
                .startsWith(25_000, 25_000, 25_000, 25_000, 2));
  }

  @Test
  void eachOfManyTextsIsAGroup() {
    GroupTable table = table(query("\"groupBy\": [\"s\"], \"select\": [\"s\"]"));
    String[] texts = new String[20_000];
    Arrays.setAll(texts, row -> "text " + row % 9_999);
    add(table, TestRows.texts(texts));
    add(table, TestRows.texts(texts));
    assertThat(table.count()).isEqualTo(9_999);
    Column.Texts keys = (Column.Texts) table.passed().columns().getFirst();
    assertThat(IntStream.range(0, 9_999).mapToObj(keys::text))
        .containsExactlyInAnyOrder(Arrays.copyOf(texts, 9_999));
  }
}
