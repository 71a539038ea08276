package dev.roastery.common.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.roastery.common.plan.BoundQuery;
import dev.roastery.common.plan.Catalog;
import dev.roastery.common.plan.JobPlan;
import dev.roastery.common.plan.Partitions;
import dev.roastery.common.wire.JobId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RoutesTest {

  private static final Catalog CATALOG = Catalog.builtIn();

  private static Routes routes(long job, Partitions partitions) {
    JobPlan plan = new JobPlan(CATALOG.tables(), CATALOG.queries(), partitions);
    return new Routes(new JobId(new UUID(1, job), 1), plan);
  }

  private static BoundQuery tpv() {
    return CATALOG.query("tpv-by-store");
  }

  @Test
  void eachAggregatorGetsItsBatchesNumberedWithoutGaps() {
    for (int aggregators = 1; aggregators < 5; aggregators++) {
      Routes routes = routes(1, new Partitions(aggregators, 1, 1, 1));
      for (int part = 0; part < 6; part++) {
        for (int batches = 0; batches < 10; batches++) {
          long[] received = new long[aggregators];
          for (int batch = 0; batch < batches; batch++) {
            int to = routes.aggregator(part, batch).number();
            assertThat(to).isEqualTo((part + batch) % aggregators);
            assertThat(routes.seq(batch)).isEqualTo(received[to]++);
          }
          for (int to = 0; to < aggregators; to++) {
            assertThat(routes.batchesTo(to, part, batches)).isEqualTo(received[to]);
          }
        }
      }
    }
  }

  @Test
  void referenceTablesGoToTheJoinersThatNeedThemAndToNoOthers() {
    Routes routes = routes(5, new Partitions(2, 2, 2, 3));
    PartitionName customers = routes.joiner(CATALOG.query("top-customers"));
    assertThat(routes.joinersOf("users")).containsExactly(customers);
    assertThat(new HashSet<>(routes.joinersOf("stores")))
        .isEqualTo(new HashSet<>(List.of(customers, routes.joiner(tpv()))));
    assertThat(routes.joinersOf("transactions")).isEmpty();
  }

  @Test
  void filtersGoStraightToTheCollectorUnlessTheyJoin() {
    Routes routes = routes(5, new Partitions(2, 2, 2, 3));
    BoundQuery filter = CATALOG.query("high-value-transactions");
    assertThat(routes.filtered(filter)).isEqualTo(routes.collector());
    assertThat(routes.filtered(tpv())).isEqualTo(routes.joiner(tpv()));
  }

  @Test
  void theFixedHashesStayAsTheyAre() {
    Routes routes = routes(0x01890a5dac96774bL, new Partitions(4, 1_000, 1_000, 1_000));
    assertThat(routes.absolute(tpv()).number()).isEqualTo(TPV_HASH);
    assertThat(routes.joiner(tpv()).number()).isEqualTo(TPV_HASH);
    assertThat(routes.maximizer(-1)).isEqualTo(new PartitionName("maximizer", 999));
  }

  private static final int TPV_HASH = 190;

  @Test
  void manyJobsUseAllPartitions() {
    Set<PartitionName> used = new HashSet<>();
    for (long job = 0; job < 40; job++) {
      used.add(routes(job, new Partitions(1, 1, 1, 4)).joiner(tpv()));
    }
    assertThat(used).hasSize(4);
  }

  @Test
  void everyPartitionOfEveryStageTakesPart() {
    assertThat(routes(1, new Partitions(2, 1, 1, 1)).all())
        .extracting(PartitionName::toString)
        .containsExactly(
            "aggregator-0", "aggregator-1", "maximizer-0", "absolute-0", "joiner-0", "collector-0");
  }

  @Test
  void queuesAreCalledAfterTheirPartitionsForWhateverJobAndWhenever() {
    Partitions partitions = new Partitions(2, 1, 1, 1);
    List<String> queues =
        List.of(
            "roastery.aggregator-0",
            "roastery.aggregator-1",
            "roastery.maximizer-0",
            "roastery.absolute-0",
            "roastery.joiner-0",
            "roastery.collector-0");
    for (long job = 0; job < 3; job++) {
      assertThat(routes(job, partitions).all())
          .extracting(PartitionName::queue)
          .containsExactlyElementsOf(queues);
    }
  }

  @Test
  void aPlanThatCannotBeReadFailsTheJob() {
    assertThatThrownBy(() -> Routes.of(new JobId(new UUID(1, 2), 1), "{}"))
        .isInstanceOf(JobFailure.class)
        .hasMessageContaining("the plan of job 00000000-0000-0001-0000-000000000002:1:1: ");
  }
}
