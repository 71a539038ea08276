package dev.roastery.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.kernel.ValueTest;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.language.ColumnSpec;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.testkit.Property;
import dev.roastery.testkit.TestRows;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConditionTreeTest {

  private static final Catalog CATALOG = Catalog.builtIn();

  @Test
  void everyQueryGetsTheRowsThatItsOwnConditionsLetThrough() {
    JobPlan plan = new JobPlan(CATALOG.tables(), CATALOG.queries(), Partitions.oneEach());
    List<BoundQuery> queries = plan.queriesFrom("transactions");
    List<ColumnSpec> columns = plan.factColumns("transactions");
    ConditionTree tree = new ConditionTree(queries, columns);
    Property.check(
        "shared conditions",
        50,
        random -> {
          Rows rows = rows(columns, random);
          boolean[] seen = new boolean[queries.size()];
          tree.select(
              rows,
              (selection, number) -> {
                seen[number] = true;
                assertThat(Arrays.copyOf(selection.rows(), selection.count()))
                    .as(queries.get(number).name())
                    .isEqualTo(passing(queries.get(number), columns, rows));
              });
          assertThat(seen).containsOnly(true);
        });
  }

  private static int[] passing(BoundQuery query, List<ColumnSpec> columns, Rows rows) {
    return IntStream.range(0, rows.count())
        .filter(row ->
            query.where().stream()
                .allMatch(condition -> {
                  ColumnSpec read = query.reads().get(condition.column());
                  Column column = rows.columns().get(columns.indexOf(read));
                  int[] one = {row};
                  return ValueTest.of(condition).select(column, one, 1, new int[1]) == 1;
                }))
        .toArray();
  }

  private static Rows rows(List<ColumnSpec> columns, SplittableRandom random) {
    int count = random.nextInt(200);
    Column[] made = new Column[columns.size()];
    for (int at = 0; at < made.length; at++) {
      Long[] values = new Long[count];
      for (int row = 0; row < count; row++) {
        long second = 1_700_000_000L + random.nextInt(80_000_000);
        boolean time = columns.get(at).type() instanceof ColumnType.Timestamp;
        values[row] =
            random.nextInt(3) == 0 ? null : (Long) (time ? second : random.nextLong(15_000));
      }
      boolean text = columns.get(at).type() instanceof ColumnType.Text;
      made[at] =
          text ? TestRows.text(new String[count]) : TestRows.longs(columns.get(at).type(), values);
    }
    return TestRows.of(made);
  }
}
