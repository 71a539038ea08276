package dev.roastery.bench;

import dev.roastery.aggregator.TableScan;
import dev.roastery.common.message.rows.Column;
import dev.roastery.common.message.rows.ColumnType;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.testkit.rows.LongsBuilder;
import dev.roastery.testkit.rows.RowsBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** How many decoded rows of {@code transactions} a second the aggregator's kernels take in. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
    value = 1,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-Xmx768m"})
public class TableScanBenchmark {

  private static final int BATCHES = 128;
  private static final int BATCH_ROWS = 16_384;

  @Param({"tpv-by-store", "top-customers", "tpv-by-store,top-customers"})
  private String queries = "";

  private final List<Rows> batches = new ArrayList<>();
  private TableScan scan = scan("tpv-by-store");
  private int next;

  @Setup(Level.Trial)
  public void makeRows() {
    SplittableRandom random = new SplittableRandom(1);
    scan = scan(queries);
    for (int batch = 0; batch < BATCHES; batch++) {
      batches.add(rows(random, batch));
    }
  }

  /** The groups of one go at all batches; then from the beginning. */
  @Benchmark
  @OperationsPerInvocation(BATCH_ROWS)
  public TableScan add() {
    if (next == BATCHES) {
      next = 0;
      scan = scan(queries);
    }
    scan.add(batches.get(next++), (_, _) -> {});
    return scan;
  }

  private static TableScan scan(String queries) {
    Catalog catalog = Catalog.builtIn();
    JobPlan plan =
        new JobPlan(
            catalog.tables(),
            Arrays.stream(queries.split(",", -1)).map(catalog::query).toList(),
            Partitions.oneEach());
    return new TableScan(plan, "transactions");
  }

  /** A month in sixteen batches, from January 2024 on, sorted by time as in real exports. */
  private Rows rows(SplittableRandom random, int batch) {
    LongsBuilder stores = new LongsBuilder(new ColumnType.Whole(), BATCH_ROWS);
    LongsBuilder users = new LongsBuilder(new ColumnType.Whole(), BATCH_ROWS);
    LongsBuilder amounts = new LongsBuilder(new ColumnType.Decimal(2), BATCH_ROWS);
    LongsBuilder times = new LongsBuilder(new ColumnType.Timestamp(), BATCH_ROWS);
    long time = 1_704_067_200L + batch * 164_000L;
    for (int row = 0; row < BATCH_ROWS; row++) {
      stores.add(random.nextLong(1, 11));
      if (random.nextBoolean()) {
        users.add(random.nextLong(1, 2_000_000));
      } else {
        users.addNull();
      }
      amounts.add(random.nextLong(600, 20_000));
      times.add(time += random.nextLong(0, 21));
    }
    Column user = users.build();
    RowsBuilder rows = new RowsBuilder().with("store_id", stores.build());
    if (queries.contains("customers")) {
      rows.with("user_id", user);
    }
    if (queries.contains("tpv")) {
      rows.with("final_amount", amounts.build());
    }
    return rows.with("created_at", times.build()).build();
  }
}
