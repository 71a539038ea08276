package dev.roastery.gateway.collect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.journal.format.ProcessedIds;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.message.rows.RowsCodec;
import dev.roastery.common.partition.Partition;
import dev.roastery.common.partition.PendingSend;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.query.plan.QueryDocument;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.common.spill.PartitionSpace;
import dev.roastery.testkit.HeapSpillStore;
import dev.roastery.testkit.rows.Columns;
import dev.roastery.testkit.rows.RowsBuilder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CollectorStageTest {

  private static final Catalog CATALOG = Catalog.builtIn();

  @Test
  void aBigResultIsWrittenInPiecesOfOneDigest() {
    int count = 20_000;
    String[] ids =
        IntStream.range(0, count).mapToObj("transaction %05d"::formatted).toArray(String[]::new);
    Rows rows =
        new RowsBuilder()
            .with("transaction_id", Columns.texts(ids))
            .with("final_amount", Columns.decimals(2, new long[count]))
            .build();
    List<Integer> pieces = new ArrayList<>();
    List<ResultDigest> digests = new ArrayList<>();
    ResultSink.Result sink =
        new ResultSink.Result() {
          @Override
          public void append(ByteBuffer csv) {
            pieces.add(csv.remaining());
          }

          @Override
          public void stored(ResultDigest digest) {
            digests.add(digest);
          }

          @Override
          public void abandon() {
            throw new AssertionError("it is complete");
          }
        };
    ResultWriter writer = new ResultWriter(CATALOG.query("high-value-transactions"), sink);
    writer.rows(rows, IntStream.range(0, count).toArray());
    ResultDigest digest = writer.finish();
    long bytes = "transaction_id,final_amount\n".length() + count * 23L;
    assertThat(pieces).hasSizeGreaterThan(5).allMatch(size -> size < 70_000);
    assertThat(pieces.stream().mapToLong(size -> size).sum()).isEqualTo(bytes);
    assertThat(digests).containsExactly(digest);
    assertThat(digest.rows()).isEqualTo(count);
    assertThat(digest.bytes()).isEqualTo(bytes);
  }

  @Test
  void aStateOfAnotherVersionIsRefused() {
    JobPlan plan = new JobPlan(CATALOG.tables(), CATALOG.queries(), Partitions.oneEach());
    PartitionName me = new PartitionName("collector", 0);
    JobId job = new JobId(new UUID(1, 2), 1);
    byte[] later = {3, 0, 0, 0, 0};
    assertThatThrownBy(
            () -> new CollectorStage(new MemorySink()).open(me, job, plan.toJson()).restore(later))
        .hasMessageContaining("state of collector-0 has version 3");
  }

  // ---- result batches

  private static final Tables SALES =
      Tables.read(
              "t.json",
              """
              { "tables": { "sales": { "columns": { "shop": "whole", "amount": "decimal(2)" } } } }
              """
                  .getBytes(UTF_8))
          .orThrow();

  private static final JobId JOB = new JobId(new UUID(3, 4), 1);

  /** The collector of a job of three queries. */
  private static final class ACollector {
    final MemorySink sink = new MemorySink();
    final Partition partition;

    ACollector() {
      this(PartitionSpace.unlimited());
    }

    ACollector(PartitionSpace space) {
      this(Stream.of("one", "two", "three").map(CollectorStageTest::filter).toList(), space);
    }

    ACollector(List<BoundQuery> queries) {
      this(queries, PartitionSpace.unlimited());
    }

    private ACollector(List<BoundQuery> queries, PartitionSpace space) {
      partition = partition(space);
      JobPlan plan = new JobPlan(SALES, queries, Partitions.oneEach());
      take(new Message.Job(JOB, plan.toJson()));
    }

    private Partition partition(PartitionSpace space) {
      return new Partition(
          new PartitionName(StageKind.COLLECTOR, 0),
          new CollectorStage(sink),
          JobTopology.GATEWAY_QUEUE,
          new ProcessedIds(),
          new Partition.SendLog() {
            @Override
            public boolean acknowledged(JobId job, String key) {
              return false;
            }

            @Override
            public void forget(JobId job) {}
          },
          space);
    }

    void take(Message message) {
      partition.apply(message);
      partition.passGates(JOB).forEach(PendingSend::drain);
    }

    void take(String query, long ordinal) {
      take(result(query, ordinal));
    }

    /** The queries that have a result. */
    List<String> stored() {
      return sink.results.keySet().stream()
          .map(name -> name.substring(name.lastIndexOf(' ') + 1))
          .toList();
    }
  }

  private static BoundQuery filter(String name) {
    String query = "{ 'name': '%s', 'from': 'sales', 'select': ['shop'] }".formatted(name);
    return QueryDocument.read(name, query.replace('\'', '"').getBytes(UTF_8), SALES).orThrow();
  }

  private static Message result(String query, long ordinal) {
    Rows rows = new RowsBuilder().with("shop", Columns.wholes(ordinal)).build();
    return new Message.Batch(new BatchId(JOB, query, 0, ordinal), RowsCodec.encode(rows));
  }

  @Test
  void aResultBatchIsKeptUnderItsOrdinalAndOneThatIsThereIsNotKeptAgain() {
    ACollector once = new ACollector();
    for (long ordinal : new long[] {0, 1, 2}) {
      once.take("one", ordinal);
    }
    ACollector oftener = new ACollector();
    for (long ordinal : new long[] {2, 0, 2, 1, 1, 0}) {
      oftener.take("one", ordinal);
    }
    assertThat(oftener.partition.knows(result("one", 1))).isTrue();
    assertThat(oftener.partition.knows(result("two", 1))).isFalse();
    byte[] kept = oftener.partition.save();
    assertThat(kept).isEqualTo(once.partition.save());

    once.take("one", 3);
    assertThat(once.partition.save()).isNotEqualTo(kept);
  }

  @Test
  void eachResultIsStoredWhenItHasAsManyBatchesAsItsEndPromisesAndNotBefore() {
    Map<String, Integer> batches = new TreeMap<>(Map.of("one", 1, "two", 2, "three", 3));
    ACollector collector = new ACollector();
    batches.forEach((query, count) -> collector.take(new Message.End(JOB, query, 0, 1, count)));
    assertThat(collector.stored()).isEmpty();

    collector.take("three", 2);
    collector.take("three", 2);
    collector.take("three", 2);
    collector.take("two", 1);
    collector.take("three", 0);
    assertThat(collector.stored()).as("none has all").isEmpty();
    collector.take("two", 0);
    assertThat(collector.stored()).containsExactly("two");
    collector.take("one", 0);
    assertThat(collector.stored()).containsExactly("one", "two");
    collector.take("three", 1);
    assertThat(collector.stored()).containsExactly("one", "three", "two");
    assertThat(collector.sink.results.get(MemorySink.name(JOB, "three")))
        .isEqualTo("shop\n0\n1\n2\n");
  }

  @Test
  void aLargeResultIsWrittenInStepsAndAbandonedWithItsJob() {
    String text =
        "{ 'name': 'sums', 'from': 'sales', 'groupBy': ['shop'], 'measures': { 'sum': { 'sum':"
            + " 'amount' } }, 'select': ['shop'] }";
    BoundQuery sums =
        QueryDocument.read("sums", text.replace('\'', '"').getBytes(UTF_8), SALES).orThrow();
    for (boolean cancelled : new boolean[] {false, true}) {
      ACollector collector = new ACollector(List.of(sums));
      collector.take("sums", 1);
      collector.take("sums", 0);
      collector.partition.apply(new Message.End(JOB, "sums", 0, 1, 2));
      List<PendingSend> steps = collector.partition.passGates(JOB);
      assertThat(collector.stored()).as("others have their turn first").isEmpty();
      assertThat(collector.sink.open).containsExactly(MemorySink.name(JOB, "sums"));
      if (cancelled) {
        collector.partition.apply(new Message.Abort(JOB, "cancelled"));
        assertThat(collector.stored()).isEmpty();
      } else {
        assertThat(steps).singleElement().satisfies(step -> assertThat(step.drain()).isEmpty());
        assertThat(collector.sink.results).containsValue("shop\n0\n1\n");
      }
      assertThat(collector.sink.open).isEmpty();
    }
  }

  /** Memory for some of a hundred batches: most of them go to files, and come back sorted. */
  @Test
  void aResultThatIsLargerThanTheMemoryIsTheSame() {
    long memory = 1_000;
    HeapSpillStore files = new HeapSpillStore();
    ACollector unlimited = new ACollector();
    ACollector little =
        new ACollector(new PartitionSpace("collector-0", MemoryBudget.of(memory), files));
    for (long ordinal = 0; ordinal < 100; ordinal++) {
      Message batch = result("one", ordinal * 37 % 100, 50);
      unlimited.take(batch);
      little.take(batch);
      assertThat(little.partition.use().values())
          .allMatch(use -> use.stateBytes() <= memory, "within the memory");
    }
    assertThat(unlimited.partition.use().get(JOB).stateBytes()).isGreaterThan(4 * memory);
    for (ACollector each : List.of(unlimited, little)) {
      each.take(new Message.End(JOB, "one", 0, 1, 100));
    }

    String result = unlimited.sink.results.get(MemorySink.name(JOB, "one"));
    assertThat(result.lines()).hasSize(1 + 100 * 50);
    assertThat(little.sink.results).isEqualTo(unlimited.sink.results);
    assertThat(files.created()).isGreaterThan(5);
  }

  private static Message result(String query, long ordinal, int rows) {
    long[] shops = LongStream.range(0, rows).map(row -> 1_000 * row + ordinal).toArray();
    Rows batch = new RowsBuilder().with("shop", Columns.wholes(shops)).build();
    return new Message.Batch(new BatchId(JOB, query, 0, ordinal), RowsCodec.encode(batch));
  }
}
