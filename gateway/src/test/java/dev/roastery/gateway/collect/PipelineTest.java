package dev.roastery.gateway.collect;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.roastery.common.kernel.KeyHash;
import dev.roastery.common.message.BatchId;
import dev.roastery.common.message.JobId;
import dev.roastery.common.message.Message;
import dev.roastery.common.message.rows.Rows;
import dev.roastery.common.message.rows.RowsCodec;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.pipeline.topology.JobTopology;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.language.Tables;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.query.plan.QueryDocument;
import dev.roastery.common.spill.MemoryBudget;
import dev.roastery.testkit.Property;
import dev.roastery.testkit.rows.Columns;
import dev.roastery.testkit.rows.RowsBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PipelineTest {

  private static final Tables SALES =
      Tables.read(
              "t.json",
              """
              { "tables": { "sales": { "columns": { "shop": "whole", "amount": "decimal(2)" } } } }
              """
                  .getBytes(UTF_8))
          .orThrow();

  @Test
  void randomQueriesAnswerLikeTheOracleWhateverHappensOnTheWay() {
    Property.check("random queries", 25, PipelineTest::randomQueries);
  }

  private static void randomQueries(SplittableRandom random) {
    RandomTables tables = new RandomTables(random);
    RandomQueries generator = new RandomQueries(tables, random);
    List<ModelQuery> models = new ArrayList<>();
    for (int query = 0; query < 4; query++) {
      models.add(generator.query("q" + query));
    }
    check(tables.tables(), tables.all(), models, random);
  }

  @Test
  void theBuiltInQueriesAnswerLikeTheOracle() {
    Property.check(
        "built-in queries",
        10,
        random -> {
          CoffeeShop shop = new CoffeeShop(random);
          check(shop.tables(), shop.all(), shop.queries(), random);
        });
  }

  private static void check(
      Tables tables, List<ModelTable> data, List<ModelQuery> models, SplittableRandom random) {
    List<BoundQuery> queries =
        models.stream()
            .map(model -> QueryDocument.read(model.name, model.json().getBytes(UTF_8), tables))
            .map(parsed -> parsed.orThrow())
            .toList();
    JobTopology topology = topology(new JobPlan(tables, queries, partitions(random)), 1);
    InMemoryPipeline calm = InMemoryPipeline.inOrder().submit(topology, data).run();
    InMemoryPipeline troubled =
        InMemoryPipeline.inTrouble(random.split()).submit(topology, data).run();
    checkSpilled(topology, data, calm, random);
    assertThat(calm.failures).isEmpty();
    assertThat(troubled.failures).isEmpty();
    for (ModelQuery model : models) {
      String name = MemorySink.name(topology.job(), model.name);
      assertThat(calm.results().get(name)).as(model.json()).isEqualTo(model.answer());
      assertThat(troubled.results().get(name)).as(model.json()).isEqualTo(model.answer());
    }
  }

  /** However little memory there is, and whatever happens: each batch has the same bytes. */
  static void checkSpilled(
      JobTopology topology, List<ModelTable> data, InMemoryPipeline calm, SplittableRandom random) {
    MemoryBudget little = MemoryBudget.of(random.nextInt(3) == 0 ? 0 : random.nextInt(8_000));
    InMemoryPipeline inOrder = InMemoryPipeline.inOrderWith(little).submit(topology, data).run();
    InMemoryPipeline troubled =
        InMemoryPipeline.inTroubleWith(random.split(), little).submit(topology, data).run();
    for (InMemoryPipeline spilling : List.of(inOrder, troubled)) {
      assertThat(spilling.failures).isEmpty();
      assertThat(spilling.results()).isEqualTo(calm.results());
      assertThat(spilling.sent.keySet()).isEqualTo(calm.sent.keySet());
      spilling.sent.forEach(
          (batch, bytes) -> assertThat(bytes).as(batch).isEqualTo(calm.sent.get(batch)));
    }
    assertThat(inOrder.left()).isZero();
  }

  private static Partitions partitions(SplittableRandom random) {
    return Partitions.of(Pipeline.STANDARD, _ -> random.nextInt(1, 4));
  }

  private static JobTopology topology(JobPlan plan, long job) {
    return new JobTopology(new JobId(new UUID(7, job), 1), plan);
  }

  private static JobTopology salesTopology(long job, String query) {
    BoundQuery bound = QueryDocument.read("q.json", query.getBytes(UTF_8), SALES).orThrow();
    return topology(
        new JobPlan(
            SALES,
            List.of(bound),
            Partitions.oneEach().with(StageKind.AGGREGATOR, 2).with(StageKind.MAXIMIZER, 2)),
        job);
  }

  private static Rows sales(long[] shops, long... cents) {
    return new RowsBuilder()
        .with("shop", Columns.wholes(shops))
        .with("amount", Columns.decimals(2, cents))
        .build();
  }

  private static final String TOTALS =
      """
      { "name": "totals", "from": "sales", "groupBy": ["shop"],
        "measures": { "total": { "sum": "amount" } }, "select": ["shop", "total"] }
      """;

  private static String totals(InMemoryPipeline pipeline, JobTopology topology) {
    return pipeline.results().get(MemorySink.name(topology.job(), "totals"));
  }

  @Test
  void tenMillionDimesAreExactlyOneMillion() {
    JobTopology topology =
        salesTopology(
            1,
            """
            { "name": "totals", "from": "sales", "measures": { "total": { "sum": "amount" } },
              "select": ["total"] }
            """);
    InMemoryPipeline pipeline = InMemoryPipeline.inOrder().open(topology);
    long[] dimes = new long[500_000];
    Arrays.fill(dimes, 10);
    Rows rows = new RowsBuilder().with("amount", Columns.decimals(2, dimes)).build();
    for (int batch = 0; batch < 20; batch++) {
      pipeline.fact(topology, "sales", 0, batch, rows);
    }
    pipeline.endFacts(topology, "sales", 0, 1, 20);
    assertThat(totals(pipeline.run(), topology)).isEqualTo("total\n1000000.00\n");
  }

  @Test
  void aSumThatDoesNotFitFailsItsJobAlone() {
    JobTopology failing = salesTopology(1, TOTALS);
    JobTopology other = salesTopology(2, TOTALS);
    InMemoryPipeline pipeline = InMemoryPipeline.inOrder().open(failing).open(other);
    for (JobTopology topology : List.of(failing, other)) {
      pipeline.fact(topology, "sales", 0, 0, sales(new long[] {4}, Long.MAX_VALUE));
      long more = topology.equals(failing) ? 1 : -1;
      pipeline.fact(topology, "sales", 0, 1, sales(new long[] {4}, more));
      pipeline.endFacts(topology, "sales", 0, 1, 2);
    }
    pipeline.run();
    assertThat(pipeline.failures).hasSize(1);
    assertThat(pipeline.failures.getFirst().job()).isEqualTo(failing.job());
    assertThat(pipeline.failures.getFirst().reason())
        .contains("query totals: the sum for measure \"total\"", "does not fit into 64 bits");
    assertThat(totals(pipeline, failing)).isNull();
    assertThat(totals(pipeline, other)).isEqualTo("shop,total\n4,92233720368547758.06\n");
  }

  @Test
  void aSumMayLeaveItsRangeOnTheWayIfItComesBack() {
    Property.check(
        "sums that leave and return",
        10,
        random -> {
          JobTopology topology = salesTopology(1, TOTALS);
          InMemoryPipeline pipeline = InMemoryPipeline.inTrouble(random).open(topology);
          long[] amounts = {Long.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE, Long.MIN_VALUE, 7};
          for (int at = 0; at < amounts.length; at++) { // all to the same aggregator
            pipeline.fact(topology, "sales", 0, 2 * at, sales(new long[] {1}, amounts[at]));
            pipeline.fact(topology, "sales", 0, 2 * at + 1, sales(new long[] {2}, 100));
          }
          pipeline.endFacts(topology, "sales", 0, 1, 10);
          assertThat(totals(pipeline.run(), topology)).isEqualTo("shop,total\n1,0.05\n2,5.00\n");
        });
  }

  @Test
  void moreGroupsThanABatchHoldsAreSentInSeveral() {
    JobTopology topology = salesTopology(1, TOTALS);
    InMemoryPipeline pipeline = InMemoryPipeline.inOrder().open(topology);
    int count = 100_000;
    long[] shops = new SplittableRandom(3).longs(count).toArray();
    Arrays.setAll(shops, at -> shops[at] / 2 * 2); // even ones, and neighbours of the even ones
    pipeline.fact(topology, "sales", 0, 0, sales(shops, new long[count]));
    pipeline.fact(topology, "sales", 0, 1, sales(shops, new long[count]));
    pipeline.endFacts(topology, "sales", 0, 1, 2);
    String expected =
        Arrays.stream(shops)
            .sorted()
            .distinct()
            .mapToObj(shop -> shop + ",0.00\n")
            .collect(Collectors.joining("", "shop,total\n", ""));
    assertThat(totals(pipeline.run(), topology)).isEqualTo(expected);
  }

  /** Parts that all begin at one aggregator, and keys that all belong to one maximizer (M17). */
  @Test
  void rowsThatAllFallIntoOnePartitionGiveWhatTheyGiveOverFour() {
    BoundQuery bound = QueryDocument.read("q.json", TOTALS.getBytes(UTF_8), SALES).orThrow();
    JobTopology topology =
        topology(
            new JobPlan(
                SALES,
                List.of(bound),
                Partitions.oneEach().with(StageKind.AGGREGATOR, 4).with(StageKind.MAXIMIZER, 4)),
            1);
    long[] shops = LongStream.range(0, 4_000).filter(shop -> shard(topology, shop) == 2).toArray();
    InMemoryPipeline pipeline = InMemoryPipeline.inTrouble(new SplittableRandom(5)).open(topology);
    for (int part = 0; part < 12; part++) {
      boolean toTheLast = part % 4 == 3;
      if (toTheLast) {
        long[] cents = new long[shops.length];
        Arrays.fill(cents, part);
        pipeline.fact(topology, "sales", part, 0, sales(shops, cents));
      }
      pipeline.endFacts(topology, "sales", part, 12, toTheLast ? 1 : 0);
    }
    String expected =
        Arrays.stream(shops)
            .mapToObj(shop -> shop + ",0.21\n")
            .collect(Collectors.joining("", "shop,total\n", ""));
    assertThat(shops).hasSizeGreaterThan(500);
    assertThat(totals(pipeline.run(), topology)).isEqualTo(expected);
    assertThat(pipeline.fed)
        .filteredOn(queue -> queue.matches(".*(aggregator|maximizer)-."))
        .containsExactly(
            new PartitionName(StageKind.AGGREGATOR, 3).queue(),
            new PartitionName(StageKind.MAXIMIZER, 2).queue());
  }

  private static int shard(JobTopology topology, long shop) {
    return JobTopology.shard(
        KeyHash.of(sales(new long[] {shop}, 0), 0, 1), topology.count(StageKind.MAXIMIZER));
  }

  @Test
  void aBatchThatBelongsElsewhereFailsItsJob() {
    for (PartitionName to : salesTopology(1, TOTALS).all()) {
      JobTopology topology = salesTopology(1, TOTALS);
      InMemoryPipeline pipeline = InMemoryPipeline.inOrder().open(topology);
      pipeline.deliver(to, batch(topology, "purchases", sales(new long[] {1}, 1)));
      pipeline.run();
      assertThat(pipeline.failures).as("%s", to).hasSize(1);
      assertThat(pipeline.failures.getFirst().reason()).contains("purchases/0/0 arrived at " + to);
    }
  }

  @Test
  void aBatchWithOtherColumnsThanThePlansFailsItsJob() {
    Rows other = new RowsBuilder().with("shop", Columns.texts("one")).build();
    for (PartitionName to : salesTopology(1, TOTALS).all()) {
      JobTopology topology = salesTopology(1, TOTALS);
      InMemoryPipeline pipeline = InMemoryPipeline.inOrder().open(topology);
      String stream = to.stage().equals(StageKind.AGGREGATOR.name()) ? "sales" : "totals";
      pipeline.deliver(to, batch(topology, stream, other));
      pipeline.run();
      assertThat(pipeline.failures).as("%s", to).hasSize(1);
      assertThat(pipeline.failures.getFirst().reason()).contains("has columns of", "the plan has");
    }
  }

  private static Message batch(JobTopology topology, String stream, Rows rows) {
    BatchId id = new BatchId(topology.job(), stream, 0, 0);
    return new Message.Batch(id, RowsCodec.encode(rows));
  }
}
