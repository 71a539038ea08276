package dev.roastery.common.kernel.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.kernel.Selection;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.spill.JobSpace;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.testkit.HeapSpillStore;
import dev.roastery.testkit.TestRows;
import java.util.Collections;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** A merge is paid by the rows that come, some at a time: while it is made, other jobs wait. */
class RunTiersTest {

  private static final Rows TEN =
      TestRows.of(
          TestRows.longs(new ColumnType.Whole(), Collections.nCopies(10, 7L).toArray(Long[]::new)));

  private final HeapSpillStore store = new HeapSpillStore();
  private final JobSpace space =
      new JobSpace("here", new JobId(new UUID(1, 2), 1), MemoryBudget.of(1 << 20), store);
  private long merged;
  private final RunTiers tiers = new RunTiers((writer, some, _) -> tenAtATime(writer, rows(some)));

  private static long rows(Iterable<Run> runs) {
    long rows = 0;
    for (Run run : runs) {
      rows += run.rows();
    }
    return rows;
  }

  private BooleanSupplier tenAtATime(Run.Writer writer, long all) {
    return () -> {
      writer.append(TEN, Selection.all(10).rows());
      merged += 10;
      return writer.rows() < all;
    };
  }

  private Run hundred() {
    Run.Writer writer = new Run.Writer(space, 0);
    for (int tens = 0; tens < 10; tens++) {
      writer.append(TEN, Selection.all(10).rows());
    }
    return writer.finish();
  }

  private void fill() {
    for (int run = 0; run < RunTiers.FAN_IN; run++) {
      tiers.add(hundred(), space);
    }
    assertThat(merged).as("no merge is due yet").isZero();
  }

  @Test
  void newRowsPayForSomeOfTheMerge() {
    fill();
    tiers.pay(10, space);
    assertThat(merged).isEqualTo(20);
    tiers.pay(5, space);
    assertThat(merged).isEqualTo(30);
  }

  @Test
  void theNextRunPaysWhatTheyHaveNotAndNoMore() {
    fill();
    tiers.pay(10, space);
    tiers.add(hundred(), space);
    assertThat(merged).isEqualTo(200);
    tiers.pay(1_000, space);
    assertThat(merged).as("the rows of a run pay once").isEqualTo(400);
  }

  @Test
  void aMergeThatIsPaidReplacesItsRuns() {
    fill();
    for (int run = 0; run < 16; run++) {
      tiers.add(hundred(), space);
    }
    assertThat(rows(tiers.runs())).isEqualTo(100L * (RunTiers.FAN_IN + 16));
    assertThat(tiers.runs()).hasSize(17);
    tiers.runs().forEach(run -> space.release(run.file()));
    tiers.settle();
    assertThat(store.present()).isZero();
  }
}
