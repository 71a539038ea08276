package dev.roastery.common.pipeline.topology;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.fault.JobFailure;
import dev.roastery.common.message.JobId;
import dev.roastery.common.pipeline.PartitionName;
import dev.roastery.common.pipeline.Partitions;
import dev.roastery.common.pipeline.Pipeline;
import dev.roastery.common.pipeline.StageKind;
import dev.roastery.common.query.bound.BoundQuery;
import dev.roastery.common.query.plan.Catalog;
import dev.roastery.common.query.plan.JobPlan;
import dev.roastery.common.query.plan.QueryDocument;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class JobTopologyTest {

  private static final Catalog CATALOG = Catalog.builtIn();

  private static JobTopology topology(long job, Partitions partitions) {
    JobPlan plan = new JobPlan(CATALOG.tables(), CATALOG.queries(), partitions);
    return new JobTopology(new JobId(new UUID(1, job), 1), plan);
  }

  private static BoundQuery tpv() {
    return CATALOG.query("tpv-by-store");
  }

  private static BoundQuery filterThatJoins() {
    String query =
        """
        { "name": "sales-by-store", "from": "transactions",
          "join": [ { "table": "stores", "on": "store_id", "take": ["store_name"] } ],
          "select": ["store_name", "transaction_id"] }
        """;
    return QueryDocument.read("q.json", query.getBytes(UTF_8), CATALOG.tables()).orThrow();
  }

  @Test
  void eachAggregatorGetsItsBatchesNumberedWithoutGaps() {
    for (int aggregators = 1; aggregators < 5; aggregators++) {
      JobTopology topology =
          topology(1, Partitions.oneEach().with(StageKind.AGGREGATOR, aggregators));
      for (int part = 0; part < 6; part++) {
        for (int batches = 0; batches < 10; batches++) {
          long[] received = new long[aggregators];
          for (int batch = 0; batch < batches; batch++) {
            int to = topology.factReceiver(part, batch).number();
            assertThat(to).isEqualTo((part + batch) % aggregators);
            assertThat(topology.seq(batch)).isEqualTo(received[to]++);
          }
          for (int to = 0; to < aggregators; to++) {
            assertThat(topology.batchesTo(to, part, batches)).isEqualTo(received[to]);
          }
        }
      }
    }
  }

  @Test
  void referenceTablesGoToTheJoinersThatNeedThemAndToNoOthers() {
    JobTopology topology =
        topology(
            5,
            Partitions.oneEach()
                .with(StageKind.AGGREGATOR, 2)
                .with(StageKind.MAXIMIZER, 2)
                .with(StageKind.ABSOLUTE, 2)
                .with(StageKind.JOINER, 3));
    PartitionName customers = topology.partition(StageKind.JOINER, CATALOG.query("top-customers"));
    assertThat(topology.referenceReceivers("users")).containsExactly(customers);
    assertThat(new HashSet<>(topology.referenceReceivers("stores")))
        .isEqualTo(new HashSet<>(List.of(customers, topology.partition(StageKind.JOINER, tpv()))));
    assertThat(topology.referenceReceivers("transactions")).isEmpty();
  }

  @Test
  void filtersGoStraightToTheCollectorUnlessTheyJoin() {
    JobTopology topology =
        topology(
            5,
            Partitions.oneEach()
                .with(StageKind.AGGREGATOR, 2)
                .with(StageKind.MAXIMIZER, 2)
                .with(StageKind.ABSOLUTE, 2)
                .with(StageKind.JOINER, 3));
    BoundQuery filter = CATALOG.query("high-value-transactions");
    assertThat(topology.receiver(StageKind.AGGREGATOR, filter))
        .isEqualTo(new PartitionName("collector", 0));
    BoundQuery joined = filterThatJoins();
    assertThat(topology.receiver(StageKind.AGGREGATOR, joined))
        .isEqualTo(topology.partition(StageKind.JOINER, joined));
  }

  @Test
  void theFixedHashesStayAsTheyAre() {
    JobTopology topology =
        topology(
            0x01890a5dac96774bL,
            Partitions.oneEach()
                .with(StageKind.AGGREGATOR, 4)
                .with(StageKind.MAXIMIZER, 1_000)
                .with(StageKind.ABSOLUTE, 1_000)
                .with(StageKind.JOINER, 1_000));
    assertThat(topology.partition(StageKind.ABSOLUTE, tpv()).number()).isEqualTo(TPV_HASH);
    assertThat(topology.partition(StageKind.JOINER, tpv()).number()).isEqualTo(TPV_HASH);
    List<PartitionName> shards = topology.shards(StageKind.AGGREGATOR, tpv());
    assertThat(shards.get(JobTopology.shard(-1, shards.size())))
        .isEqualTo(new PartitionName("maximizer", 999));
  }

  private static final int TPV_HASH = 190;

  @Test
  void groupsPassEveryStageInOrder() {
    JobTopology topology = topology(5, Partitions.oneEach());
    StageKind stage = StageKind.AGGREGATOR;
    for (StageKind next : Pipeline.STANDARD.stages().subList(1, 5)) {
      assertThat(topology.next(stage, tpv())).isEqualTo(next);
      stage = next;
    }
    assertThatThrownBy(() -> topology.next(StageKind.COLLECTOR, tpv()))
        .hasMessageContaining("does not leave collector");
  }

  @Test
  void aPartitionHasTheQueriesThatPassIt() {
    JobTopology topology = topology(5, Partitions.oneEach());
    for (PartitionName partition : topology.all()) {
      boolean skipsFilters = partition.stage().matches("maximizer|absolute|joiner");
      assertThat(topology.queriesAt(partition))
          .hasSize(CATALOG.queries().size() - (skipsFilters ? 1 : 0));
    }
    assertThat(topology.queriesAt(new PartitionName("aggregator", 1))).isEmpty();
  }

  @Test
  void manyJobsUseAllPartitions() {
    Set<PartitionName> used = new HashSet<>();
    for (long job = 0; job < 40; job++) {
      used.add(
          topology(job, Partitions.oneEach().with(StageKind.JOINER, 4))
              .partition(StageKind.JOINER, tpv()));
    }
    assertThat(used).hasSize(4);
  }

  @Test
  void everyPartitionOfEveryStageTakesPart() {
    assertThat(topology(1, Partitions.oneEach().with(StageKind.AGGREGATOR, 2)).all())
        .extracting(PartitionName::toString)
        .containsExactly(
            "aggregator-0", "aggregator-1", "maximizer-0", "absolute-0", "joiner-0", "collector-0");
  }

  @Test
  void queuesAreCalledAfterTheirPartitionsForWhateverJobAndWhenever() {
    Partitions partitions = Partitions.oneEach().with(StageKind.AGGREGATOR, 2);
    List<String> queues =
        List.of(
            "roastery.aggregator-0",
            "roastery.aggregator-1",
            "roastery.maximizer-0",
            "roastery.absolute-0",
            "roastery.joiner-0",
            "roastery.collector-0");
    for (long job = 0; job < 3; job++) {
      assertThat(topology(job, partitions).all())
          .extracting(PartitionName::queue)
          .containsExactlyElementsOf(queues);
    }
  }

  @Test
  void aPlanThatCannotBeReadFailsTheJob() {
    assertThatThrownBy(() -> JobTopology.of(new JobId(new UUID(1, 2), 1), "{}", Pipeline.STANDARD))
        .isInstanceOf(JobFailure.class)
        .hasMessageContaining("the plan of job 00000000-0000-0001-0000-000000000002:1:1: ");
  }
}
