package dev.roastery.common.kernel.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.kernel.Selection;
import dev.roastery.common.kernel.group.GroupTable;
import dev.roastery.common.kernel.order.BatchSlicer;
import dev.roastery.common.kernel.order.BatchStream;
import dev.roastery.common.kernel.order.RowGather;
import dev.roastery.common.kernel.order.RowSort;
import dev.roastery.common.kernel.order.RowsBuffer;
import dev.roastery.common.kernel.state.GroupTables;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.QueryDocument;
import dev.roastery.common.query.value.RowOrder;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.testkit.HeapSpillStore;
import dev.roastery.testkit.Property;
import dev.roastery.testkit.TestRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** With so many rows that runs have several blocks, and so many runs that some are merged early. */
class RunsTest {

  private static final BoundQuery QUERY =
      QueryDocument.read(
              "q.json",
              """
              { "name": "q", "from": "t", "groupBy": ["n", "s"],
                "measures": { "c": { "count": "*" }, "t": { "sum": "d" }, "a": { "avg": "d" },
                              "lo": { "min": "d" } },
                "select": ["n"] }
              """
                  .getBytes(UTF_8),
              Tables.read(
                      "t.json",
                      """
                      { "tables": { "t": { "columns": {
                        "n": "whole", "s": "text", "d": "decimal(2)" } } } }
                      """
                          .getBytes(UTF_8))
                  .orThrow())
          .orThrow();

  private HeapSpillStore store = new HeapSpillStore();

  private JobSpace space(long budget) {
    store = new HeapSpillStore();
    JobId job = new JobId(new UUID(1, 2), 1);
    return new JobSpace("here", job, MemoryBudget.of(budget), store);
  }

  private static Rows rows(SplittableRandom random, int count, int keys) {
    Long[] n = new Long[count];
    Long[] d = new Long[count];
    String[] s = new String[count];
    for (int row = 0; row < count; row++) {
      n[row] = random.nextInt(50) == 0 ? null : (Long) (random.nextLong(keys) << 30);
      d[row] = random.nextInt(9) == 0 ? null : (Long) (random.nextLong() >> random.nextInt(3));
      s[row] = random.nextInt(50) == 0 ? null : "é".repeat(random.nextInt(3));
    }
    return TestRows.of(
        TestRows.longs(new ColumnType.Whole(), n),
        TestRows.text(s),
        TestRows.longs(new ColumnType.Decimal(2), d));
  }

  @Test
  void groupsThatWereSpilledAddUpToThoseThatWereNot() {
    Property.check("spilled groups", 8, random -> addUp(random, 1 + random.nextInt(3)));
  }

  private void addUp(SplittableRandom random, int shares) {
    JobSpace space = space(0);
    GroupRuns runs = new GroupRuns(QUERY, shares);
    GroupTable whole = new GroupTable(QUERY, QUERY.reads());
    GroupTable some = new GroupTable(QUERY, QUERY.reads());
    int spills = random.nextInt(2, 80);
    for (int spill = 0; spill < spills; spill++) {
      Rows rows = rows(random, random.nextInt(1, 12_000), 20_000);
      some.add(rows, Selection.all(rows.count()));
      whole.add(rows, Selection.all(rows.count()));
      runs.spill(some, space);
      assertThat(some.count()).isZero();
    }
    Rows all = whole.state();
    GroupTable merged = GroupTable.ofPartials(QUERY);
    int steps = 0;
    int groups = 0;
    for (Iterator<GroupTable> merge = runs.merged(space); merge.hasNext(); steps++) {
      GroupTable step = merge.next();
      groups += step.count();
      merged.addState(step.state());
    }
    assertThat(groups).as("each group comes once").isEqualTo(whole.count());
    assertThat(steps).isGreaterThan(1);
    assertThat(sorted(merged.state())).isEqualTo(sorted(all));
    int early = store.created() - spills;
    assertThat(early).isBetween(spills < 60 ? 0 : 1, spills < RunTiers.FAN_IN ? 0 : 2);
    space.close();
    assertThat(store.present()).isZero();
  }

  @Test
  void aSnapshotHasWhatIsBeingSpilled() {
    Property.check(
        "snapshots of spills",
        8,
        random -> {
          JobSpace space = space(0);
          GroupTable whole = new GroupTable(QUERY, QUERY.reads());
          GroupTables tables = tables(space);
          for (int step = random.nextInt(1, 300); step >= 0; step--) {
            Rows rows = rows(random, random.nextInt(1, 40), 300);
            whole.add(rows, Selection.all(rows.count()));
            tables.table("q").add(rows, Selection.all(rows.count()));
            tables.spill();
          }
          GroupTables restored = tables(space);
          restored.restore(tables.save());
          restored.spill();
          while (restored.spillRest("q")) {
            assertThat(restored.bytes()).isPositive();
          }
          assertThat(restored.bytes()).isZero();
          GroupTable merged = GroupTable.ofPartials(QUERY);
          restored.merged("q").forEachRemaining(some -> merged.addState(some.state()));
          assertThat(sorted(merged.state())).isEqualTo(sorted(whole.state()));
        });
  }

  private static GroupTables tables(JobSpace space) {
    GroupTables tables = new GroupTables(new PartitionName("aggregator", 0));
    tables.add(new GroupTable(QUERY, QUERY.reads()), 2);
    tables.use(space);
    return tables;
  }

  private static Rows sorted(Rows rows) {
    return RowGather.rows(rows, RowSort.sorted(rows, RowOrder.ascending(2)));
  }

  @Test
  void rowsThatWereSortedInFilesAreSortedAsInMemory() {
    Property.check(
        "sorted rows",
        8,
        random -> {
          JobSpace space = space(random.nextLong(4 << 20));
          List<ColumnType> types = QUERY.reads().stream().map(column -> column.type()).toList();
          RowSorter sorter = RowSorter.ofAll(types, RowOrder.ascending(3), space);
          List<Rows> parts = new ArrayList<>();
          for (int part = random.nextInt(1, 50); part > 0; part--) {
            Rows rows = rows(random, random.nextInt(1, 6_000), 3_000);
            parts.add(rows);
            sorter.add(rows);
          }
          Rows all = RowsBuffer.concatenated(types, parts);
          List<byte[]> batches = new ArrayList<>();
          BatchStream stream = new BatchStream("q", types, batches::add);
          sorter.sorted().forEachRemaining(stream::add);
          stream.finish();
          sorter.close();

          List<byte[]> inMemory = new ArrayList<>();
          int[] order = RowSort.sorted(all, RowOrder.ascending(3));
          BatchSlicer.each("q", all, order, inMemory::add);
          assertThat(batches).usingElementComparator(Arrays::compare).isEqualTo(inMemory);
          assertThat(store.present()).isZero();
        });
  }

  @Test
  void ofRowsOfWhichFewAreKeptNoneAreSpilled() {
    JobSpace space = space(4_000);
    List<ColumnType> types = QUERY.reads().stream().map(column -> column.type()).toList();
    RowSorter sorter = new RowSorter(types, RowOrder.ascending(1), rows -> new int[] {0}, space);
    for (int part = 0; part < 10; part++) {
      sorter.add(rows(new SplittableRandom(part), 5_000, 50));
    }
    assertThat(sorter.sorted().next().count()).isEqualTo(1);
    assertThat(store.created()).isZero();
  }
}
