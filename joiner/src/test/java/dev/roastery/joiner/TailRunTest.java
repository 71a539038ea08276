package dev.roastery.joiner;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.kernel.Batches;
import dev.roastery.common.kernel.order.RowsBuffer;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.query.bound.BoundExpr;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.bound.Tail;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.language.TableSpec;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.QueryDocument;
import dev.roastery.common.query.value.ResultColumn;
import dev.roastery.common.query.value.RowOrder;
import dev.roastery.common.query.value.ValueFormat;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.testkit.HeapSpillStore;
import dev.roastery.testkit.rows.Columns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class TailRunTest {

  private static final int GROUPS = 10_000;
  private static final ColumnType WHOLE = new ColumnType.Whole();
  private static final ColumnType TEXT = new ColumnType.Text();
  private static final ValueFormat NUMBER = new ValueFormat.Whole();
  private static final ValueFormat WORDS = new ValueFormat.Text();

  private static BoundExpr input(int column) {
    return new BoundExpr.Input(column, column == 0 ? WORDS : NUMBER);
  }

  private static BoundQuery query() {
    Tables tables =
        new Tables(
            List.of(
                new TableSpec(
                    "visits",
                    List.of(new ColumnSpec("url", TEXT), new ColumnSpec("day", WHOLE)),
                    null)));
    return QueryDocument.readSql(
            "q.sql", "q", "select url, day from visits".getBytes(UTF_8), tables)
        .orThrow();
  }

  /** How often each url came on each day. */
  private static Tail visits() {
    Tail.Measure count =
        new Tail.Measure(Tail.Kind.COUNT, input(1), null, 0, new ResultColumn("visits", NUMBER));
    List<Tail.Output> keys =
        List.of(new Tail.Output("url", input(0)), new Tail.Output("day", input(1)));
    List<Tail.Output> outputs = new ArrayList<>(keys);
    outputs.add(new Tail.Output("visits", input(2)));
    Tail.Regroup regroup = new Tail.Regroup(keys, List.of(count));
    return new Tail(null, regroup, null, List.of(), outputs, 3, new RowOrder(List.of()), null);
  }

  /** Three urls and none, with many days each. */
  private static Column urls() {
    String[] urls = new String[GROUPS];
    for (int row = 0; row < GROUPS; row++) {
      urls[row] = row % 4 == 0 ? null : String.valueOf(row % 4).repeat(500);
    }
    return Columns.texts(urls);
  }

  @Test
  void aTextThatManyGroupsShareIsWrittenOutForSomeOfThemAtATime() {
    JobId job = new JobId(new UUID(1, 2), 1);
    JobSpace space = new JobSpace("a test", job, MemoryBudget.of(4 << 20), new HeapSpillStore());
    List<Rows> results = new ArrayList<>();
    TailRun run = new TailRun(query(), visits(), TailRun.Groups.IN_MEMORY, space, results::add);
    Column days = Columns.wholes(LongStream.range(0, GROUPS).map(row -> row / 4).toArray());
    Rows rows = Batches.rows(GROUPS, List.of(urls(), days));
    run.add(rows);
    run.add(rows);
    assertThat(run.isTooLarge()).isFalse();

    int steps = 0;
    while (run.step()) {
      assertThat(results).hasSizeLessThanOrEqualTo(++steps);
    }

    assertThat(results)
        .hasSizeGreaterThan(1)
        .allSatisfy(some ->
            assertThat(((Column.Texts) some.columns().getFirst()).bytes())
                .hasSizeLessThan((int) space.workBytes()));
    long[] twice = new long[GROUPS];
    Arrays.fill(twice, 2);
    assertThat(RowsBuffer.concatenated(List.of(TEXT, WHOLE, WHOLE), results).columns())
        .containsExactly(urls(), days, Columns.wholes(twice));
  }
}
